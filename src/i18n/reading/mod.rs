//! What is said about people's own numbers. English is the `Display` of the data itself; the other
//! languages are a file each. Apart from `Words`, so that the page does not hold it: only the
//! reader's wasm says these sentences.

mod amount;
mod ko;
mod ko_binary;
mod ko_bracket;
mod ko_document;
mod ko_link;
mod ko_table;
mod ko_whole;

use super::Language;
use crate::{
    assemble::{Misfit, Notice, Role},
    document::DocumentError,
    input::{Form, Meaning, Note, ReadFault, SafetensorsError, Topic},
    link::PackError,
    math::ShapeError,
    state::LinkError,
};

/// Something that can be said in every language.
pub trait Say {
    /// The words, in a language.
    fn say(&self, language: Language) -> String;
}

impl Say for ReadFault {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko::read_fault(self),
        }
    }
}

impl Say for Meaning {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko::meaning(self),
        }
    }
}

impl Say for Topic {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko::topic(*self),
        }
    }
}

impl Say for Note {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko::note(self),
        }
    }
}

impl Say for Form {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => self.about().korean.to_owned(),
        }
    }
}

impl Say for Misfit {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_whole::misfit(self),
        }
    }
}

impl Say for Notice {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_whole::notice(self),
        }
    }
}

impl Say for Role {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_whole::role(*self),
        }
    }
}

impl Say for LinkError {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_link::error(self),
        }
    }
}

impl Say for DocumentError {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_document::error(self),
        }
    }
}

impl Say for ShapeError {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_document::shape(self),
        }
    }
}

impl Say for SafetensorsError {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_binary::safetensors(self),
        }
    }
}

/// That a file which ships with the page arrived damaged, and why; `None` where it is another
/// file.
pub fn damaged(why: Option<&dyn Say>, language: Language) -> String {
    let why = why.map(|why| why.say(language));
    match language {
        Language::English => {
            let why = why.unwrap_or_else(|| "it is not the one that ships with this page".into());
            format!("The file arrived damaged: {why}.")
        }
        Language::Korean => {
            let why = why.unwrap_or_else(|| "이 페이지와 함께 배포한 파일이 아닙니다.".into());
            format!("파일이 손상된 채 도착했습니다. {why}")
        }
    }
}

impl Say for PackError {
    fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Korean => ko_link::pack_error(self),
        }
    }
}
