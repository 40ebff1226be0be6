//! The native tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod answered; // what is asked about pieces, and answers
mod assembled; // pieces put together: the 40 cases that are problems
mod binary; // files that are no text: arrays, lies, other forms
mod bracketed; // numbers in brackets: prints, lists, JSON, code
mod cases; // the 230 cases of how matrices arrive
mod desk; // pieces handed over: what is told of them, what is taken
mod document; // what is read and written
mod document_errors; // what is refused, and with which words
mod draw; // pictures: pixels, SVG, numbers as text, colors
mod edit; // numbers changed one by one
mod explained; // how every cell came to be, told and added up
mod export; // what comes out, and reads back
mod fixtures; // reading tests/fixtures and comparing numbers
mod golden; // every fixture, stage by stage
mod kernel; // the f32 kernel against the f64 trace
mod korean; // whether a Korean sentence is Korean throughout
mod lessons;
mod link; // links as the fragment of an address
mod long; // long inputs, of which one head is held
mod long_pictures; // going about in a long input
mod masks; // mask plans: what they hide, why, and how they are written
mod misfits; // pieces that do not fit, and what is told by shape
mod mistakes; // what mistakes make of right traces
mod numbers; // the grammar of numbers
mod operands; // where the numbers of a cell come from and go to
mod oracle; // attention against plain loops, and its properties
mod overrides; // numbers set by hand over computed ones
mod overview; // all heads at a glance: measures, small pictures, their order
mod packed; // what stands packed in a link: that it comes back, and how long it is
mod pieces; // fixtures under the names and in the layouts of libraries
mod properties; // what holds whatever comes in, tried with random and mutated sources
mod remembered; // what the history keeps of numbers
mod safetensors; // the safetensors reader and the lies it does not believe
mod samples; // every example loads and is what it says
mod shapes; // shapes that do not fit
mod shelf; // what can be taken away of what is shown
mod six_tokens; // the built example: every head does what its name says
mod tables; // tables, written, changed and answered
mod tidy; // the rules of the house
mod tokens; // tokens that are renamed, added, removed and moved
mod trace_cli; // the trace example as a program
mod veil; // what is hidden until a class has been asked
mod view; // which matrix a reading amounts to
mod wire;
mod works; // the lines that a browser keeps of works // examples on their way from one wasm to the other
mod worksheet; // worksheets: what is printed, what is blank
