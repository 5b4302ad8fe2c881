//! Pictures for people: PNG files, and many pictures in one.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::Context;
use stonegate_vision::{Format, Frame};

/// Writes a frame as a PNG file.
pub fn write_png(path: &Path, frame: &Frame) -> anyhow::Result<()> {
    let writing = || format!("writing {}", path.display());
    let file = BufWriter::new(File::create(path).with_context(writing)?);
    let mut encoder = png::Encoder::new(file, frame.width() as u32, frame.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().with_context(writing)?;
    writer.write_image_data(frame.to_rgb().bytes()).with_context(writing)?;
    writer.finish().with_context(writing)
}

/// A picture of half the width and height.
pub fn halved(frame: &Frame) -> anyhow::Result<Frame> {
    let (width, height) = (frame.width() / 2, frame.height() / 2);
    let source = frame.to_rgb();
    let line = 3 * source.width();
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| 2 * y * line + 6 * x));
    let bytes = pixels.flat_map(|at| {
        [0, 1, 2].map(|channel| {
            let corners = [at, at + 3, at + line, at + line + 3];
            let sum = corners.map(|corner| u16::from(source.bytes()[corner + channel]));
            (sum.iter().sum::<u16>() / 4) as u8
        })
    });
    Ok(Frame::new(Format::Rgb, width, height, bytes.collect())?)
}

/// Frames of one size side by side, in rows of so many.
pub fn sheet(frames: &[Frame], n_columns: usize) -> anyhow::Result<Frame> {
    let first = frames.first().context("there are no pictures")?;
    let (width, height) = (first.width(), first.height());
    let n_rows = frames.len().div_ceil(n_columns);
    let (full_width, full_height) = (width * n_columns, height * n_rows);
    let mut bytes = vec![255; Format::Rgb.n_bytes(full_width, full_height)];
    for (index, frame) in frames.iter().enumerate() {
        let (left, top) = (index % n_columns * width, index / n_columns * height);
        for (y, row) in frame.to_rgb().bytes().chunks_exact(3 * width).enumerate() {
            let start = 3 * ((top + y) * full_width + left);
            bytes[start..start + row.len()].copy_from_slice(row);
        }
    }
    Ok(Frame::new(Format::Rgb, full_width, full_height, bytes)?)
}
