//! What a link asks for and what is shown does not have: the nearest is shown, and that is told.

use super::{Link, first_head, values::cell};
use crate::{
    math::{MatrixName, Stage},
    state::Selection,
};

/// A parameter of a link that points at nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stray {
    /// There is no such parameter.
    Parameter(String),
    /// What is shown has no such thing.
    Value {
        /// Name of the parameter.
        parameter: &'static str,
        /// Its value, as it is written in a link.
        asked: String,
        /// The value for what is shown in its place.
        shown: String,
    },
}

impl Link {
    /// What is shown otherwise than the link asks for, given what is shown: the head, counted from
    /// 0, the stage, the matrix whose cell is explained and the cell. What trackers add to an address asks for nothing.
    pub fn strays(
        &self,
        head: usize,
        stage: Stage,
        looked_at: MatrixName,
        selection: Selection,
    ) -> Vec<Stray> {
        let number = |head: usize| (head + first_head(self.sample)).to_string();
        let stray = |parameter, asked: Option<String>, shown: String| {
            let asked = asked.filter(|asked| *asked != shown)?;
            Some(Stray::Value { parameter, asked, shown })
        };
        let strays = [
            stray("head", self.head.map(number), number(head)),
            stray("stage", self.stage.map(|it| it.id().to_owned()), stage.id().to_owned()),
            stray("matrix", self.looked_at.map(|it| it.id().to_owned()), looked_at.id().to_owned()),
            stray("cell", self.selection.map(cell), cell(selection)),
        ];
        let unknown = self.ignored.iter().filter(|name| !name.starts_with("utm_"));
        let unknown = unknown.cloned().map(Stray::Parameter);
        strays.into_iter().flatten().chain(unknown).collect()
    }
}
