//! A bitmap as PNG, in the form in which an SVG can hold it.

use miniz_oxide::deflate::compress_to_vec_zlib;

/// How hard to compress: pictures are drawn to be saved.
const LEVEL: u8 = 9;

/// RGB pixels, three bytes each, rows from the top, as a `data:` address of a PNG.
pub(super) fn data_url(size: (u32, u32), rgb: &[u8]) -> String {
    format!("data:image/png;base64,{}", base64(&png(size, rgb)))
}

fn png((width, height): (u32, u32), rgb: &[u8]) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    // Eight bits a channel, RGB, and the only compression, filter and interlacing there is.
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[8, 2, 0, 0, 0]].concat();
    chunk(&mut png, *b"IHDR", &header);
    let stride = (width as usize * 3).max(1);
    let rows: Vec<u8> = rgb.chunks(stride).flat_map(|row| [&[0], row].concat()).collect();
    chunk(&mut png, *b"IDAT", &compress_to_vec_zlib(&rows, LEVEL));
    chunk(&mut png, *b"IEND", &[]);
    png
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let checksum = crc32fast::hash(&png[start..]);
    png.extend(checksum.to_be_bytes());
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let bits =
            group.iter().chain([&0; 2]).take(3).fold(0, |bits, &b| bits << 8 | usize::from(b));
        for place in 0..4 {
            let is_filled = place <= group.len();
            let digit = DIGITS[bits >> (18 - 6 * place) & 63];
            text.push(if is_filled { char::from(digit) } else { '=' });
        }
    }
    text
}
