//! Large files: fast, and of many arrays only the one that is asked for.

use std::time::Instant;

use attnscope::input::{Answers, Fault, MOST_NUMBERS, Source, Topic, Values, load, read, view};

use super::lies::npy;

#[test]
fn a_thousand_embeddings_are_read_in_no_time() {
    let numbers = (0..768_000_u32).flat_map(|i| (i as f32 * 0.25).to_le_bytes());
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000, 768)}";
    let file = npy(header, &numbers.collect::<Vec<u8>>());
    let start = Instant::now();
    let reading = read(&Source::new("x.npy", &file), &Answers::none()).unwrap();
    let table = view(&reading, &Answers::none()).unwrap().table;
    let time = start.elapsed();
    assert_eq!((table.rows, table.cols, table.values[767_999]), (1000, 768, 191_999.75));
    // Unoptimized and on a busy machine; the page takes a few milliseconds.
    assert!(time.as_millis() < 1500, "{time:?}");
}

/// A safetensors file of two matrices, `[4096, 512]` and `[4096, 600]`, and a small one.
fn checkpoint() -> Vec<u8> {
    let (first, second) = (4096 * 512 * 2, 4096 * 600 * 2);
    let entry = |name: &str, shape: &str, start: usize, end: usize| {
        format!(r#""{name}":{{"dtype":"F16","shape":{shape},"data_offsets":[{start},{end}]}}"#)
    };
    let header = [
        entry("embeddings", "[4096,512]", 0, first),
        entry("h.0.attn", "[4096,600]", first, first + second),
        entry("bias", "[1,2]", first + second, first + second + 4),
    ];
    let header = format!("{{{}}}", header.join(","));
    let mut data = vec![0; first + second + 4];
    data[1] = 0x3c; // 1.0
    data[first + 1] = 0x40; // 2.0
    data[first + second + 1] = 0x42; // 3.0
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
}

#[test]
fn of_a_large_file_only_what_is_asked_for_is_read() {
    let file = checkpoint();
    let source = Source::new("model.safetensors", &file);
    let none = Answers::none();
    let mut reading = read(&source, &none).unwrap();
    let unread = |reading: &attnscope::input::Reading| -> Vec<bool> {
        reading.arrays.iter().map(|array| matches!(array.values, Values::Unread(_))).collect()
    };
    assert_eq!(unread(&reading), [false, true, true]);
    assert_eq!(view(&reading, &none).unwrap().table.values[..2], [1.0, 0.0]);
    let shapes: Vec<_> = reading.arrays.iter().map(|array| array.values.len()).collect();
    assert_eq!(shapes, [4096 * 512, 4096 * 600, 2]);

    let third = Answers::none().with(Topic::Array, 2);
    let again = read(&source, &third).unwrap();
    assert_eq!(unread(&again), [true, true, false]);
    assert_eq!(view(&again, &third).unwrap().table.values, [3.0, 0.0]);

    load(&mut reading, 1, &source, &none).unwrap();
    load(&mut reading, 0, &source, &none).unwrap();
    load(&mut reading, 9, &source, &none).unwrap();
    assert_eq!(unread(&reading), [false, false, true]);
    let Values::Numbers(numbers) = &reading.arrays[1].values else { panic!("not read") };
    assert_eq!((numbers.len(), numbers[0]), (4096 * 600, 2.0));
}

#[test]
fn more_numbers_than_can_be_held_are_refused_with_both_counts() {
    let rows = MOST_NUMBERS + 1;
    let header =
        format!(r#"{{"x":{{"dtype":"U8","shape":[{rows},1],"data_offsets":[0,{rows}]}}}}"#);
    let file =
        [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; rows]].concat();
    let reading = read(&Source::new("", &file), &Answers::none()).unwrap();
    let fault = view(&reading, &Answers::none()).unwrap_err().fault;
    assert_eq!(fault, Fault::TooMany { found: rows, limit: MOST_NUMBERS });
}
