//! The lines that a browser keeps of works.

use attnscope::state::{Link, WorkLine, holds_work, with_work};

const LINK: &str = "v=1&example=six-tokens&head=3&lang=en";

#[test]
fn a_line_reads_back_as_it_was_written() {
    let link = Link::kept(LINK).unwrap();
    for (id, is_changed, text) in [
        (Some(7), true, format!("7 changed {LINK}")),
        (Some(u32::MAX), false, format!("4294967295 {LINK}")),
        (None, false, LINK.to_owned()),
    ] {
        let line = WorkLine { id, is_changed, link: link.clone() };
        assert_eq!(line.to_string(), text);
        assert_eq!(WorkLine::parse(&text), Some(line));
    }
}

#[test]
fn what_is_no_line_is_none() {
    for text in [
        "",
        " ",
        "7",
        "7 ",
        "x v=1",
        "-1 v=1&head=1",
        "4294967296 v=1&head=1",
        "7 changed",
        "7 v=9",
        "{}",
    ] {
        assert_eq!(WorkLine::parse(text), None, "{text:?}");
    }
}

#[test]
fn the_newest_work_comes_first_and_of_too_many_the_oldest_goes() {
    let line = |id: u32| format!("{id} {LINK}");
    let mut lines = String::new();
    for id in 1..=12 {
        let (now, gone) = with_work(&lines, id, Some(&line(id)));
        assert!(gone.is_empty(), "{gone:?}");
        lines = now;
    }
    // 1 and 12 begin alike.
    let (lines, gone) = with_work(&lines, 1, Some(&line(1)));
    assert!(gone.is_empty(), "{gone:?}");
    let ids = |lines: &str| -> Vec<u32> {
        lines.lines().filter_map(|line| WorkLine::parse(line)?.id).collect()
    };
    assert_eq!(ids(&lines), [1, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    let (now, gone) = with_work(&lines, 13, Some(&line(13)));
    assert_eq!((ids(&now).len(), ids(&now)[0], gone), (12, 13, vec![2]));
    let (without, gone) = with_work(&lines, 1, None);
    assert_eq!((ids(&without).len(), gone), (11, vec![]));
    assert!(holds_work(&without, 12));
    assert!(!holds_work(&without, 1));
}
