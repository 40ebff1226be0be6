//! The numeric core: attention with every intermediate kept.
