//! Tables: what is written reads back, what is changed is never silently wrong, every guess can be
//! answered otherwise.

mod answered;
mod changed;
mod refused;
mod spelled;
mod written;
