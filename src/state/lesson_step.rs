//! A step of a lesson, as it is chosen and stands in a link.

use std::fmt;

/// A lesson and a step of it, counted from 0; whether there is such a one is for the lessons to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LessonStep {
    /// Which lesson.
    pub lesson: usize,
    /// Which of its steps.
    pub step: usize,
}

impl LessonStep {
    /// Lessons and steps beyond this are none.
    const MOST: usize = 99;

    /// Reads `4.2`, counted from 1.
    pub fn parse(text: &str) -> Option<Self> {
        let (lesson, step) = text.split_once('.')?;
        let count = |text: &str| {
            let is_count = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let number: usize = text.parse().ok().filter(|_| is_count)?;
            number.min(Self::MOST).checked_sub(1)
        };
        Some(Self { lesson: count(lesson)?, step: count(step)? })
    }
}

impl fmt::Display for LessonStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.lesson + 1, self.step + 1)
    }
}
