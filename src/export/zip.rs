//! A zip of files as they are, not compressed: what `.npz` is.

/// A zip of these files, by name. Together they must fit into 32 bits, as all that a wasm program
/// can hold does.
pub(super) fn stored(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (name, data) in files {
        let common = Common { name, data };
        let at = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04");
        bytes.extend(common.bytes());
        bytes.extend(name.as_bytes());
        bytes.extend(data);
        list.extend(b"PK\x01\x02");
        list.extend(VERSION.to_le_bytes());
        list.extend(common.bytes());
        // No comment, on the first disk, no attributes.
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (start, count) = (bytes.len() as u32, files.len() as u16);
    let length = list.len() as u32;
    bytes.extend(list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([count, count].map(u16::to_le_bytes).concat());
    bytes.extend([length, start].map(u32::to_le_bytes).concat());
    bytes.extend([0; 2]);
    bytes
}

/// Version 2.0 of the format.
const VERSION: u16 = 20;
/// The first day there is, 1 January 1980: the same numbers make the same file.
const DATE: u16 = 0x21;

/// What stands before a file and in the list of files.
struct Common<'a> {
    name: &'a str,
    data: &'a [u8],
}

impl Common<'_> {
    fn bytes(&self) -> Vec<u8> {
        // Version, no flags, stored, no time, the date.
        let mut bytes = [VERSION, 0, 0, 0, DATE].map(u16::to_le_bytes).concat();
        let length = self.data.len() as u32;
        bytes.extend([crc32fast::hash(self.data), length, length].map(u32::to_le_bytes).concat());
        // No extra field.
        bytes.extend([self.name.len() as u16, 0].map(u16::to_le_bytes).concat());
        bytes
    }
}
