//! What the overlay draws, pixel by pixel.

use std::fs;

use stonegate_rtl::Bounds;
use stonegate_vision::Rgb;

use super::twin::{channel_value, mask};
use crate::bench::rtl_folder;

/// All that is drawn onto a picture.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) black: u64,
    pub(crate) white: u64,
    pub(crate) is_valid_move: bool,
    pub(crate) is_thinking: bool,
    pub(crate) is_over: bool,
    /// Left, right, upper and lower edge.
    pub(crate) board: [u32; 4],
    pub(crate) cell: [u8; 2],
    pub(crate) coord: Option<[u32; 2]>,
}

/// The letters of `text.v`, column by column, by their numbers.
pub(crate) struct Font(Vec<u8>);

impl Font {
    pub(crate) fn read() -> Self {
        let text = fs::read_to_string(rtl_folder().join("video/text.v")).expect("it is there");
        let mut font = vec![0; 512];
        // Lines such as `font[{6'd11, 3'd0}] = 8'h08;`
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("font[{6'd")) {
            let (letter, rest) = line.split_once(", 3'd").expect("a letter");
            let (column, rest) = rest.split_once("}] = 8'h").expect("a column");
            let [letter, column] = [letter, column].map(|text| text.parse::<usize>().unwrap());
            font[8 * letter + column] = u8::from_str_radix(&rest[..2], 16).expect("dots");
        }
        Self(font)
    }

    /// Whether a text that begins at a place has a dot at another.
    fn has_dot(&self, text: &str, scale: u32, [left, top]: [u32; 2], [x, y]: [u32; 2]) -> bool {
        let (Some(x), Some(y)) = (x.checked_sub(left), y.checked_sub(top)) else { return false };
        let (x, y) = (x >> scale, y >> scale);
        if x >= 64 || y >= 8 {
            return false;
        }
        let letter = usize::from(text.as_bytes()[x as usize / 8] - 32);
        self.0[8 * letter + x as usize % 8] >> y & 1 == 1
    }
}

const BLACK: [u8; 3] = [0x16, 0x16, 0x1a];
const WHITE: [u8; 3] = [0xf4, 0xf2, 0xec];
const GREEN: [u8; 3] = [0x28, 0xd2, 0x5a];
const RED: [u8; 3] = [0xeb, 0x32, 0x28];
const GRAY: [u8; 3] = [0x96, 0x96, 0x96];
const DARK: [u8; 3] = [0x08, 0x28, 0x14];
const WORDS: [u8; 3] = [0xfa, 0xfa, 0xf5];
const WON: [u8; 3] = [0x3c, 0xe6, 0x78];
const LOST: [u8; 3] = [0xff, 0x46, 0x32];

/// A picture of red, green and blue with the drawing over it.
pub(crate) fn overlaid(pixels: &[u8], width: usize, drawing: &Drawing, font: &Font) -> Vec<u8> {
    let size = [width as u32, (pixels.len() / 3 / width) as u32];
    let colors = pixels.chunks_exact(3).enumerate().flat_map(|(place, pixel)| {
        let here = [(place % width) as u32, (place / width) as u32];
        drawing.over([pixel[0], pixel[1], pixel[2]], here, size, font)
    });
    colors.collect()
}

/// What the debug picture shows.
pub(crate) struct Debugging<'a> {
    pub(crate) live: Bounds,
    pub(crate) corner: &'a [bool],
    pub(crate) piece: &'a [bool],
    pub(crate) centers: [[u32; 2]; 4],
}

/// The debug picture with everything that it can show.
pub(crate) fn debugged(pixels: &[u8], width: usize, debugging: &Debugging<'_>) -> Vec<u8> {
    let live = mask(pixels, debugging.live);
    let arm = width as u32 / 80;
    let colors = pixels.chunks_exact(3).enumerate().flat_map(|(place, pixel)| {
        let (x, y) = ((place % width) as u32, (place / width) as u32);
        let is_cross = debugging.centers.iter().any(|center| {
            let [away_x, away_y] = [x.abs_diff(center[0] >> 4), y.abs_diff(center[1] >> 4)];
            away_x.min(away_y) == 0 && away_x.max(away_y) <= arm
        });
        let color = Rgb::new(pixel[0], pixel[1], pixel[2]);
        match () {
            () if is_cross => [0xff, 0xe0, 0],
            () if debugging.corner[place] => [255, 0, 255],
            () if debugging.piece[place] => [0, 255, 255],
            () if live[place] => [255; 3],
            () => [channel_value(debugging.live.channel, color); 3],
        }
    });
    colors.collect()
}

impl Drawing {
    /// The color of a pixel, in a picture of a size, with the drawing over it.
    pub(crate) fn over(
        &self,
        pixel: [u8; 3],
        here: [u32; 2],
        size: [u32; 2],
        font: &Font,
    ) -> [u8; 3] {
        let line = (size[0] / 640).max(1);
        self.letters(here, size, font).unwrap_or_else(|| self.color(here, pixel, line))
    }

    fn color(&self, [x, y]: [u32; 2], pixel: [u8; 3], line: u32) -> [u8; 3] {
        let [left, right, top, bottom] = self.board;
        let (width, height) = (right - left, bottom - top);
        if width == 0 || height == 0 {
            return pixel;
        }
        let radius = (width.min(height) * 13) >> 8;
        // On one axis: the cell, the distance from its middle, whether there is a line.
        let locate = |at: u32, from: u32, length: u32| {
            let edge = |k: u32| from + ((length * k) >> 3);
            let cell = (0..8).find(|&k| (edge(k)..edge(k + 1)).contains(&at));
            let away = cell.map_or(0, |k| at.abs_diff(from + ((length * (2 * k + 1)) >> 4)));
            let is_line = (0..=8).any(|k| (edge(k)..edge(k) + line).contains(&at));
            let is_within = at >= from && (at < edge(8) || is_line);
            (cell, away, is_line, is_within)
        };
        let (column, away_x, is_line_x, is_within_x) = locate(x, left, width);
        let (row, away_y, is_line_y, is_within_y) = locate(y, top, height);
        let cell = column.zip(row);
        let is_line = (is_line_x && is_within_y) || (is_line_y && is_within_x);
        let [red, green, blue] = pixel;
        let ground = match cell {
            _ if is_line => DARK,
            Some(_) => [red - red / 4, green, blue - blue / 4],
            None => pixel,
        };
        let Some(disc) = cell.and_then(|cell| self.disc(cell)) else { return ground };
        let quarters = quarters_within([away_x, away_y], radius);
        let mixed = |under: u8, over: u8| {
            ((u32::from(under) * (4 - quarters) + u32::from(over) * quarters) / 4) as u8
        };
        std::array::from_fn(|k| mixed(ground[k], disc[k]))
    }

    /// The color of the disc in a cell, if there is one.
    fn disc(&self, (column, row): (u32, u32)) -> Option<[u8; 3]> {
        let [left, right, top, bottom] = self.board;
        let is_piece = self
            .coord
            .is_some_and(|[x, y]| (left..right).contains(&x) && (top..bottom).contains(&y));
        let bit = 1 << (8 * row + column);
        if is_piece && self.cell.map(u32::from) == [column, row] {
            return Some(match (self.is_thinking, self.is_valid_move) {
                (true, _) => GRAY,
                (false, true) => GREEN,
                (false, false) => RED,
            });
        }
        let discs = [(self.black, BLACK), (self.white, WHITE)];
        discs.into_iter().find_map(|(discs, color)| (discs & bit != 0).then_some(color))
    }

    /// The color of a letter, if there is one.
    fn letters(&self, here: [u32; 2], [width, height]: [u32; 2], font: &Font) -> Option<[u8; 3]> {
        let scale = if width >= 1280 { 2 } else { u32::from(width >= 640) };
        let (black, white) = (self.black.count_ones(), self.white.count_ones());
        let score = format!("B{black:02} W{white:02} ");
        if font.has_dot(&score, scale, [8 << scale, 8 << scale], here) {
            return Some(WORDS);
        }
        let (result, color) = match black.cmp(&white) {
            std::cmp::Ordering::Greater => ("YOU WIN ", WON),
            std::cmp::Ordering::Less => ("YOU LOSE", LOST),
            std::cmp::Ordering::Equal => ("  DRAW  ", WORDS),
        };
        let place = [(width - (64 << scale)) / 2, height - (16 << scale)];
        (self.is_over && font.has_dot(result, scale, place, here)).then_some(color)
    }
}

/// How many quarters of a pixel have their middles in a disc, from whose own middle the pixel's is
/// so far away.
fn quarters_within(away: [u32; 2], radius: u32) -> u32 {
    // In fourths of a pixel.
    let [x, y] = away.map(|away| 4 * away as i32);
    let middles = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let within = middles.iter().filter(|(right, down)| {
        (x + right).pow(2) + (y + down).pow(2) <= (4 * radius as i32).pow(2)
    });
    within.count() as u32
}
