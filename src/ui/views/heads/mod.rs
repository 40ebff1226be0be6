//! All heads at once, sorted by number or by what is measured of them; their mean, and how alike they are.

mod blocks;
mod grid;
mod mean;
mod similarity;
mod sorting;

use std::sync::Arc;

use leptos::prelude::*;

use super::words;
use crate::{
    draw::{ColorMap, Domain},
    math::{MatrixName, Measures, Overview, Trace},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        shared::Shared,
    },
};
use blocks::Blocks;
use grid::Grid;
use mean::Mean;
use similarity::Similarity;

/// What there is of all heads; of a long input nothing, until the engine has gone through them.
fn overview(app: AppState) -> Option<Arc<Overview>> {
    let trace = app.trace.read();
    trace.overview.clone().or_else(|| Overview::of(&trace).map(Arc::new))
}

/// A head of one of the blocks that are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Tile {
    /// Which block of a recorded model; 0 where there is none.
    block: usize,
    /// Which head, counted from 0.
    head: usize,
}

/// The heads of a block.
#[derive(Clone, PartialEq)]
struct Group {
    block: usize,
    overview: Shared<Overview>,
}

/// What the grid shows.
#[derive(Clone, Copy)]
struct Heads {
    /// Of the block that is open, or of all.
    groups: Memo<Vec<Group>>,
    /// Whether those are all blocks of a model.
    is_of_blocks: Signal<bool>,
    /// Which matrix of each head.
    name: Memo<MatrixName>,
    /// The numbers that the colors of all span.
    domain: Memo<Domain>,
}

impl Heads {
    /// Every head, in the order of blocks and numbers.
    fn tiles(self) -> Vec<Tile> {
        let groups = self.groups.read();
        let of = |group: &Group| {
            let block = group.block;
            (0..group.overview.0.len()).map(move |head| Tile { block, head })
        };
        groups.iter().flat_map(of).collect()
    }

    /// What is measured of a head.
    fn measures(self, Tile { block, head }: Tile) -> Option<Measures> {
        let groups = self.groups.read();
        let group = groups.iter().find(|group| group.block == block)?;
        group.overview.0.get(head).map(|head| head.measures)
    }
}

/// The overview of the heads.
#[component]
pub fn AllHeads() -> impl IntoView {
    let app = AppState::get();
    let open = Memo::new(move |_| overview(app).map(Shared::from));
    let is_there = Memo::new(move |_| open.read().is_some());
    let none = move || {
        let says = text(move || words(app).heads.one_at_a_time);
        view! { <p class="hindrance">{says}</p> }
    };
    move || if is_there.get() { Laid(LaidProps { open }).into_any() } else { none().into_any() }
}

#[component]
fn Laid(open: Memo<Option<Shared<Overview>>>) -> impl IntoView {
    let app = AppState::get();
    let blocks = Blocks::of(app);
    let holds_all = Memo::new(move |_| app.given.read().projected.holds_all());
    let groups = Memo::new(move |_| {
        let block = app.settings.read().block;
        let open = open.get().map(|overview| Group { block, overview });
        blocks.with_others(open)
    });
    let is_of_blocks = Memo::new(move |_| groups.read().len() > 1);
    // The matrix itself where each head has its own; else the weights.
    let name = Memo::new(move |_| {
        let trace = app.given.read();
        let result = app.stage.get().result(&trace);
        let is_of_heads = holds_all.get() && !is_of_blocks.get() && trace.stack(result).is_some();
        if is_of_heads { result } else { MatrixName::Weights }
    });
    let domain = Memo::new(move |_| domain(&app.trace.read(), name.get()));
    let heads = Heads { groups, is_of_blocks: is_of_blocks.into(), name, domain };
    // Of several blocks, or of a long input, there are the small pictures alone.
    let rest = move || {
        (holds_all.get() && !is_of_blocks.get()).then(|| {
            view! {
                <Mean name domain />
                <Similarity />
            }
        })
    };
    let left_out = move || if holds_all.get() { "" } else { words(app).heads.left_out };
    view! {
        <div class="all-heads">
            <Grid heads blocks />
            <p class="control-note">{text(left_out)}</p>
            {maybe(rest)}
        </div>
    }
}

fn domain(trace: &Trace, name: MatrixName) -> Domain {
    let heads = 0..trace.projected.n_heads();
    if name.is_share() {
        return Domain::of_shares(trace.usual_most_of_all());
    }
    Domain::over(ColorMap::Diverging, heads.filter_map(|head| trace.view(name, head)))
}
