//! Other programs' forms are refused by name, with the way to get the numbers out.

use attnscope::{
    i18n::{Language, reading::Say},
    input::{Answers, Fault, Foreign, ReadFault, Source, read},
};

use super::lies::check;

/// The refusal of a file.
fn refusal(name: &str, bytes: &[u8]) -> ReadFault {
    read(&Source::new(name, bytes), &Answers::none()).unwrap_err()
}

#[test]
fn forms_are_told_by_their_first_bytes() {
    let padded = |start: &[u8]| [start, &[0xc3; 300]].concat();
    let mut tar = vec![0xc3; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let mut bitmap = padded(b"BM");
    bitmap[2..6].copy_from_slice(&302_u32.to_le_bytes());
    let table: &[(&[u8], &[&str])] = &[
        (b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", &["PyTorch", "save_file"]),
        (b"\x80\x04\x95", &["pickle"]),
        (b"MATLAB 7.3 MAT-file, Platform", &["MATLAB", ".mat", "writematrix"]),
        (b"\x89HDF\r\n\x1a\n", &["HDF5", "h5py"]),
        (b"GGUF\x03", &["GGUF", "dequantize"]),
        (b"PAR1\x15", &["Parquet", "to_csv"]),
        (b"ARROW1\0\0", &["Feather", "to_csv"]),
        (b"\xff\xff\xff\xff\x10\0\0\0\x10\0\0\0", &["Arrow", "open_stream"]),
        (b"\x08\x08\x12\x07pytorch", &["ONNX", "initializer"]),
        (b"\x1c\0\0\0TFL3", &["TensorFlow Lite"]),
        (b"\xba\x16\x4f\x2f", &["fastText"]),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", &[".xls", "CSV"]),
        (b"SQLite format 3\0", &["SQLite", "CSV"]),
        (b"%PDF-1.7\n", &["PDF", "copy the numbers"]),
        (b"\x89PNG\r\n\x1a\n", &["picture", "PNG"]),
        (b"\xff\xd8\xff\xe0", &["picture", "JPEG"]),
        (b"GIF89a", &["picture", "GIF"]),
        (b"RIFF\x10\0\0\0WEBPVP8 ", &["picture", "WebP"]),
        (b"II*\0", &["picture", "TIFF"]),
        (b"\x1f\x8b\x08", &["gzip", "unpack"]),
        (b"\x28\xb5\x2f\xfd", &["Zstandard", "unpack"]),
        (b"\xfd7zXZ\0", &["xz", "unpack"]),
        (b"BZh9", &["bzip2", "unpack"]),
        (b"7z\xbc\xaf\x27\x1c", &["7-Zip", "unpack"]),
        (b"Rar!\x1a\x07\x01", &["RAR", "unpack"]),
    ];
    for (start, parts) in table {
        check("", &padded(start), parts);
        // The name does not overrule the bytes.
        check("a.csv", &padded(start), parts);
    }
    check("", &tar, &["tar", "unpack"]);
    check("", &bitmap, &["picture", "BMP"]);
    // What follows may look like a text all the same.
    let is_odd = |byte: &u8| !byte.is_ascii_graphic() && !byte.is_ascii_whitespace();
    for (start, parts) in table.iter().filter(|(start, _)| start.iter().any(is_odd)) {
        check("", &[*start, b"1 2\n3 4\n"].concat(), parts);
    }
}

#[test]
fn what_begins_as_a_zip_is_no_text_whatever_follows() {
    for start in [b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"] {
        for body in [&b""[..], b"garbage", b" 1 2\n3 4 5\n", &[b'1'; 60], &[0xff; 60]] {
            check("", &[&start[..], body].concat(), &["zip", "cut off"]);
            check("a.csv", &[&start[..], body].concat(), &["zip", "cut off"]);
        }
    }
}

#[test]
fn words_at_the_beginning_of_a_text_are_no_form() {
    for text in ["GGUF 1 2\n", "PAR1,PAR2\n1,2\n", "BZh 1\n", "RDX\t1\n", "PK,1\n2,3\n"] {
        let result = read(&Source::pasted(text), &Answers::none());
        let is_binary = |fault: &ReadFault| matches!(fault.fault, Fault::Binary(_));
        assert!(!result.as_ref().is_err_and(is_binary), "{text:?}: {result:?}");
    }
}

#[test]
fn forms_without_a_sign_are_told_by_their_names() {
    let bytes = [0xc3, 0x28, 1, 2, 3, 0xff];
    check("model.pth", &bytes, &["PyTorch"]);
    check("Weights.H5", &bytes, &["HDF5"]);
    check("m.weights.h5", &bytes, &["Keras", "np.savez"]);
    check("data.mat", &bytes, &["MATLAB"]);
    check("a.rds", &bytes, &["write.csv"]);
    check("flax_model.msgpack", &bytes, &["Flax"]);
    check("saved_model.pb", &bytes, &["TensorFlow"]);
}

#[test]
fn zips_are_told_by_what_is_in_them() {
    // A zip that is cut off after its first file.
    let first = |name: &str| {
        let length = [name.len() as u8, 0, 0, 0];
        [b"PK\x03\x04".as_slice(), &[0; 22], &length, name.as_bytes(), &[0xc3; 40]].concat()
    };
    check("", &first("model/data.pkl"), &["PyTorch", "safetensors"]);
    check("", &first("xl/workbook.xml"), &["Excel", "CSV"]);
    check("", &first("word/document.xml"), &["Word", "paste"]);
    check("", &first("content.xml"), &["OpenDocument"]);
    check("", &first("holiday.jpg"), &["zip", "unpack"]);
    check("", &first("x.npy"), &["list of files", "cut off"]);
}

#[test]
fn what_is_there_instead_of_the_file_is_named() {
    let pointer = "version https:\u{2f}/git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n";
    check("model.safetensors", pointer.as_bytes(), &["Git LFS pointer", "12345 bytes", "lfs pull"]);
    check("", pointer.as_bytes(), &["Git LFS pointer"]);
    let page = b"\n<!DOCTYPE HTML><html><title>Sign in</title>";
    for name in ["a.npy", "a.npz", "model.safetensors", "model.pt"] {
        check(name, page, &["web page", "fetch the file again"]);
    }
    let pasted = refusal("", page);
    assert!(!matches!(pasted.fault, Fault::Binary(_)), "a pasted page may hold a table: {pasted}");
}

#[test]
fn text_in_an_older_encoding_is_told_so_and_where() {
    // "a;b" and a name in Latin-1; the same in CP949.
    let latin = b"a;b\nM\xfcller;1,5\n";
    let fault = refusal("", latin);
    assert_eq!(fault.to_string().split(':').next(), Some("line 2, character 2"));
    check("", latin, &["not UTF-8"]);
    check("", b"a,b\n\xb0\xed\xbe\xe7\xc0\xcc,1\n0.25,0.5\n0.1,0.2\n", &["not UTF-8", "line 2"]);
    let utf16: Vec<u8> = "0.5\t1\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    check("", &utf16, &["not UTF-8", "line 1"]);
}

#[test]
fn bytes_of_nothing_known_are_counted() {
    check(
        "",
        &[0xff, 0, 0, 0xc0, 1, 2, 3, 0xc0],
        &["8 bytes", "2 float32 or 1 float64", "np.save"],
    );
    check("", &[0xff, 0, 0, 0xc0], &["4 bytes", "1 float32"]);
    check("", &[0xff, 0, 0], &["3 bytes", "shape"]);
}

#[test]
fn every_refusal_is_said_in_korean() {
    let of = [
        refusal("", b"\x93NUMPY\x04\x00"),
        refusal("", &[0xff, 0, 0]),
        refusal("", b"a\xfc;1\n"),
        refusal("a.pt", &[0xff, 0, 0]),
        refusal("", b"\x89PNG\r\n\x1a\n"),
        refusal("", b"\xff\xff\xff\xff\x10\0\0\0\x10\0\0\0"),
        refusal("a.safetensors", &[1, 2, 3]),
    ];
    for fault in of {
        let korean = fault.say(Language::Korean);
        assert!(
            korean.trim_end_matches(')').ends_with(['.', '\'']) && korean.contains("니다"),
            "{korean}"
        );
        assert_ne!(korean, fault.to_string());
    }
    assert_eq!(Foreign::Excel.name(), "Excel (.xlsx)");
}
