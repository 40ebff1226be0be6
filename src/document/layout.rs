//! How JSON is laid out: objects with a key on each line, matrices with a row on each line.

use std::io;

use serde_json::ser::Formatter;

/// Lays out a document for people who read it in an editor.
#[derive(Default)]
pub(super) struct RowPerLine {
    /// The containers that are open; `true` for an array.
    open: Vec<bool>,
    has_entry: bool,
}

impl RowPerLine {
    fn new_line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        self.open.iter().try_for_each(|_| writer.write_all(b" "))
    }

    fn is_in_array(&self) -> bool {
        self.open.last() == Some(&true)
    }
}

impl Formatter for RowPerLine {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_in_array() {
            self.new_line(writer)?;
        }
        self.open.push(true);
        writer.write_all(b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.pop();
        writer.write_all(b"]")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.push(false);
        self.has_entry = false;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open.pop();
        if self.has_entry {
            self.new_line(writer)?;
        }
        self.has_entry = true;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            writer.write_all(b",")?;
        }
        self.has_entry = true;
        self.new_line(writer)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
