//! Files that are no text: what `NumPy` and safetensors write, the lies that are not believed, and
//! the forms that are refused by name.

mod arrays; // arrays as NumPy and safetensors save them
mod foreign; // other programs' forms, and bytes of none
mod large; // how fast, and how little of a large file
mod lies; // headers that lie, files that are cut off, random bytes
mod zips; // zips by hand: what .npz may be, and bombs
