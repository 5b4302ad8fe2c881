//! Screens that were looked at once and are to stay as they are.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use stonegate_oracles::is_slow_run;
use stonegate_rtl::Picture;

/// Widths and heights of screens; machines are built anew for each.
const SCREENS: [(usize, usize); 3] = [(640, 480), (1024, 768), (1280, 720)];

/// The screens that there is time for.
pub(crate) fn screens() -> &'static [(usize, usize)] {
    &SCREENS[..if is_slow_run() { 3 } else { 1 }]
}

/// Compares a picture with the stored one of this name, pixel by pixel. With `UPDATE_EXPECT` it is
/// stored.
#[track_caller]
pub(crate) fn check(name: &str, picture: &Picture) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it").join(name);
    let pixels = picture.to_rgb();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let file = BufWriter::new(File::create(&path).expect("the folder is there"));
        let mut encoder = png::Encoder::new(file, picture.width as u32, picture.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("the disk has room");
        writer.write_image_data(&pixels).expect("the disk has room");
    }
    let file = BufReader::new(File::open(&path).expect("a picture is stored"));
    let mut reader = png::Decoder::new(file).read_info().expect("it is a picture");
    let mut stored = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut stored).expect("it is whole");
    let n_different = pixels.iter().zip(&stored).filter(|(seen, stored)| seen != stored).count();
    assert_eq!((pixels.len(), n_different), (stored.len(), 0), "{name}");
}
