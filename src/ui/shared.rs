//! Data that is shared and not copied.

use std::{ops::Deref, sync::Arc};

/// Shared data that is compared by identity: a new computation is a new value.
#[derive(Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The reference that is counted.
    pub fn arc(&self) -> &Arc<T> {
        &self.0
    }
}

impl<T> From<Arc<T>> for Shared<T> {
    fn from(shared: Arc<T>) -> Self {
        Self(shared)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
