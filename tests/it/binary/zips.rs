//! Zips made by hand: what `.npz` may be, what a zip may claim, and bombs.

use attnscope::input::{Answers, Note, Setting, Source, Values, read, view};
use miniz_oxide::deflate::compress_to_vec;

use super::lies::{check, npy};

/// One file of a zip, as its list will tell it.
#[derive(Clone)]
struct File {
    name: &'static str,
    data: Vec<u8>,
    method: u16,
    flags: u16,
    size: u32,
    checksum: u32,
}

fn stored(name: &'static str, data: Vec<u8>) -> File {
    let (size, checksum) = (data.len() as u32, crc32fast::hash(&data));
    File { name, data, method: 0, flags: 0, size, checksum }
}

fn deflated(name: &'static str, data: &[u8]) -> File {
    let packed = compress_to_vec(data, 6);
    File { data: packed, method: 8, ..stored(name, data.to_vec()) }
}

fn zip(files: &[File]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for file in files {
        let at = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff");
        bytes.extend((file.name.len() as u16).to_le_bytes());
        bytes.extend([0, 0]);
        bytes.extend(file.name.as_bytes());
        bytes.extend(&file.data);
        list.extend(b"PK\x01\x02\x14\0\x14\0");
        list.extend([file.flags, file.method, 0, 0].map(u16::to_le_bytes).concat());
        list.extend(
            [file.checksum, file.data.len() as u32, file.size].map(u32::to_le_bytes).concat(),
        );
        list.extend([file.name.len() as u16, 0, 0, 0, 0, 0, 0].map(u16::to_le_bytes).concat());
        list.extend(at.to_le_bytes());
        list.extend(file.name.as_bytes());
    }
    let start = bytes.len() as u32;
    bytes.extend(&list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([files.len() as u16; 2].map(u16::to_le_bytes).concat());
    bytes.extend([list.len() as u32, start].map(u32::to_le_bytes).concat());
    bytes.extend([0, 0]);
    bytes
}

fn matrix() -> Vec<u8> {
    let data: Vec<u8> = [1.0_f64, 2.0, 3.0, 4.0].into_iter().flat_map(f64::to_le_bytes).collect();
    npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2)}", &data)
}

#[test]
fn stored_and_deflated_arrays_are_read_in_folders_too() {
    let files = [stored("x.npy", matrix()), deflated("deep/y.npy", &matrix())];
    let mut bytes = zip(&files);
    // A comment at the end.
    let end = bytes.len() - 2;
    bytes[end..].copy_from_slice(&5_u16.to_le_bytes());
    bytes.extend(b"words");
    let reading = read(&Source::new("", &bytes), &Answers::none()).unwrap();
    let names: Vec<_> = reading.arrays.iter().map(|array| array.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["x", "deep/y"]);
    for array in &reading.arrays {
        assert_eq!(array.values, Values::Numbers(vec![1.0, 2.0, 3.0, 4.0]));
    }
}

#[test]
fn an_array_of_objects_does_not_keep_the_others_from_being_read() {
    let objects = npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", b"\x80\x04N.");
    let files = [stored("config.npy", objects.clone()), stored("x.npy", matrix())];
    let reading = read(&Source::new("", &zip(&files)), &Answers::none()).unwrap();
    assert_eq!(reading.arrays.len(), 1);
    let [note @ Note::ArrayLeftOut { .. }] = reading.notes.as_slice() else {
        panic!("{:?}", reading.notes)
    };
    let note = note.to_string();
    assert!(note.starts_with("config: ") && note.contains("pickle"), "{note}");
    let twice = [stored("a.npy", objects.clone()), stored("b.npy", objects)];
    check("", &zip(&twice), &["a: ", "objects"]);
}

#[test]
fn what_a_zip_claims_is_checked() {
    let whole = stored("x.npy", matrix());
    let packed = deflated("x.npy", &matrix());
    let table: Vec<(File, &[&str])> = vec![
        (File { flags: 1, ..whole.clone() }, &["x: ", "password"]),
        (File { method: 12, ..whole.clone() }, &["method 12"]),
        (File { checksum: 1, ..whole.clone() }, &["checksum"]),
        (File { checksum: 1, ..packed.clone() }, &["checksum"]),
        (File { size: 7, ..whole.clone() }, &["cannot be unpacked"]),
        (File { size: packed.size - 1, ..packed.clone() }, &["cannot be unpacked"]),
        (File { size: packed.size + 1, ..packed.clone() }, &["cannot be unpacked"]),
        (File { size: 0xfffe_ffff, ..packed.clone() }, &["4294901759 bytes", "can be held"]),
        (File { data: b"\xff\xff\xff".to_vec(), ..packed.clone() }, &["cannot be unpacked"]),
        (File { data: Vec::new(), ..packed }, &["another place"]),
    ];
    for (file, parts) in table {
        check("", &zip(&[file]), parts);
    }
    let bytes = zip(&[whole]);
    let place = bytes.len() - 22 - 5 - 4;
    let mut moved = bytes.clone();
    moved[place] += 1;
    check("", &moved, &["x: ", "another place"]);
    // The list begins elsewhere.
    let mut moved = bytes.clone();
    let start = bytes.len() - 6;
    moved[start] += 1;
    check("", &moved, &["list of files", "cut off"]);
    check("", &bytes[..bytes.len() - 1], &["list of files", "cut off"]);
}

#[test]
fn a_bomb_unpacks_to_no_more_than_it_said() {
    // 256 MB of zeros in 255 KB, which say that they are 64 numbers.
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (8, 8)}";
    let mut bomb = npy(header, &[]);
    let size = bomb.len() as u32 + 512;
    bomb.resize(256 << 20, 0);
    let bomb = File { size, ..deflated("x.npy", &bomb) };
    assert!(bomb.data.len() < 300_000);
    check("", &zip(&[bomb]), &["x: ", "cannot be unpacked"]);
}

#[test]
fn many_arrays_are_offered_and_one_of_them_is_shown() {
    let files: Vec<File> =
        ["a.npy", "w_q.npy", "b.npy"].into_iter().map(|name| stored(name, matrix())).collect();
    let reading = read(&Source::new("", &zip(&files)), &Answers::none()).unwrap();
    let view = view(&reading, &Answers::none()).unwrap();
    let asked = view.guesses[0].to_string();
    assert!(asked.contains("Taken: w_q (2 x 2)"), "{asked}");
}

#[test]
fn single_values_beside_arrays_are_settings_and_alone_they_are_the_arrays() {
    let four = npy("{'descr': '|u1', 'fortran_order': False, 'shape': ()}", &[4]);
    let yes = npy("{'descr': '|b1', 'fortran_order': False, 'shape': ()}", &[1]);
    let files =
        [stored("heads.npy", four.clone()), stored("x.npy", matrix()), stored("causal.npy", yes)];
    let reading = read(&Source::new("", &zip(&files)), &Answers::none()).unwrap();
    assert_eq!(reading.arrays.len(), 1);
    let settings =
        [("heads".to_owned(), Setting::Number(4.0)), ("causal".to_owned(), Setting::Flag(true))];
    assert_eq!(reading.settings, settings);
    let alone = read(&Source::new("", &zip(&[stored("a.npy", four)])), &Answers::none()).unwrap();
    assert_eq!(alone.arrays[0].values, Values::Numbers(vec![4.0]));
}
