//! Arcs from queries to keys: over a line of tokens where they are few, and else between two lists.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::{
    KEYS, QUERIES, Shown, chosen,
    running::{Mark, pieces, word},
    weights::links,
    words,
};
use crate::{
    draw::{ColorMap, Piece, arc_stroke, arch, color, grouped, line_ems, percent, strand},
    math::{Axis, Links},
    state::Reading,
    ui::{
        erased::text,
        widgets::{Markup, arithmetic, observe, with, written},
    },
};

/// On a line there are no more tokens than this, and in lists of so many all are listed.
const FEW: usize = 32;

/// What is drawn.
#[derive(Clone, Copy)]
struct Drawn {
    shown: Shown,
    links: Memo<Links>,
    queries: Memo<Vec<Piece>>,
    keys: Memo<Vec<Piece>>,
    is_line: Memo<bool>,
}

/// The arcs, what they carry, and the same as a list.
#[component]
pub fn Arcs() -> impl IntoView {
    let shown: Shown = expect_context();
    let app = shown.app;
    let size = RwSignal::new((0.0, 0.0));
    let of = move |axis| {
        let count = Memo::new(move |_| shown.count(axis));
        Memo::new(move |_| pieces(&app.loaded.read(), axis, count.get()))
    };
    let (queries, keys) = (of(Axis::Query), of(Axis::Key));
    let links = Memo::new(move |_| links(app, shown.reading.get(), shown.most.get()));
    let is_line = Memo::new(move |_| {
        // As in the stylesheet.
        let type_size = if app.settings.read().presents { 26.0 } else { 17.0 };
        let (queries, (width, _)) = (queries.read(), size.get());
        shown.is_one.get() && queries.len() <= FEW && line_ems(&queries) * type_size <= width
    });
    let drawn = Drawn { shown, links, queries, keys, is_line };
    view! {
        <div class="text-drawn" use:written=with(move || drawn.summary())></div>
        <div
            class="arcs"
            lang=""
            use:observe=Some(size)
            use:written=with(move || {
                vec![if is_line.get() { drawn.line() } else { drawn.lists() }]
            })
        ></div>
        <p class="control-note" use:written=with(move || drawn.about())></p>
        <details class="arc-list">
            <summary>{text(move || words(app).list)}</summary>
            <ol use:written=with(move || drawn.listed())></ol>
        </details>
    }
}

impl Drawn {
    /// What is drawn, and how much of all that is.
    fn summary(self) -> Vec<Markup> {
        let (app, links) = (self.shown.app, self.links.read());
        let (words, reading) = (words(app), self.shown.reading.get());
        let mut said = Vec::new();
        let alone = (links.n_alone > 0).then(|| (words.alone)(&grouped(links.n_alone)));
        if links.strongest().len() == 0 {
            said.push(words.nothing.to_owned());
            said.extend(alone);
            return vec![Markup::text("p", said.join(" "))];
        }
        let n_drawn = links.strongest().len();
        let all = grouped(links.n_links);
        let what = if n_drawn < links.n_links {
            (words.some)(&grouped(n_drawn), &all)
        } else {
            (words.all)(&all)
        };
        let (share, at) = (percent(links.share()), chosen(app, reading));
        said.push(match reading {
            Reading::ArcsOfAll => (words.drawn_of_all)(&what, &share),
            _ if reading.is_of_key() => {
                (words.drawn_of_key)(&app.token(Axis::Key, at), &what, &share)
            }
            _ => (words.drawn_of_query)(&app.token(Axis::Query, at), &what, &share),
        });
        said.extend(alone);
        vec![Markup::text("p", said.join(" "))]
    }

    /// What widths and places mean.
    fn about(self) -> Vec<Markup> {
        let (links, words) = (self.links.read(), words(self.shown.app));
        let Some((_, widest)) = links.strongest().next() else { return Vec::new() };
        let mut about = vec![(words.widest)(&arithmetic(widest))];
        if self.is_line.get() {
            about.push(words.sides.to_owned());
        } else if self.is_cut() {
            let [queries, keys] = [Axis::Query, Axis::Key].map(|axis| self.rows(axis).len());
            about.push((words.listed)(&queries.to_string(), &keys.to_string()));
        }
        vec![Markup::Text(about.join(" ").into())]
    }

    /// A line of tokens; above it arcs that look back or at themselves, below it those that look ahead.
    fn line(self) -> Markup {
        let pieces = self.queries.read();
        let n = pieces.len();
        let arcs = |is_above: bool| {
            let links = self.links.read();
            let is_here = |&((query, key), _): &_| (key <= query) == is_above;
            let arcs: Vec<_> = links.strongest().filter(is_here).collect();
            self.arcs(&arcs, |(query, key)| arch(query, key, n))
        };
        let svg = |class, arcs| svg(class, arcs, (n, 1));
        let (chosen, read) = self.shown.axes();
        let (chosen, read) = (self.shown.selected(chosen), self.shown.selected(read));
        let tones = self.tones();
        let tokens = pieces.iter().enumerate().map(|(at, piece)| {
            word(piece.text.clone(), at, tones.get(at), Mark::of(at, Some(chosen), Some(read)))
        });
        let tokens = Markup::of("div", tokens.collect()).with("class", "arc-tokens");
        let content = vec![svg("arcs-above", arcs(true)), tokens, svg("arcs-below", arcs(false))];
        Markup::of("div", content).with("class", "arc-line").with("--tokens", n.to_string())
    }

    /// Queries at the left, keys at the right.
    fn lists(self) -> Markup {
        let (queries, keys) = (self.rows(Axis::Query), self.rows(Axis::Key));
        let n = queries.len().max(keys.len());
        let height = |rows: &[usize], at: usize| {
            let place = rows.binary_search(&at).unwrap_or_else(|place| place);
            // The shorter list stands at the middle of the longer.
            place as f64 + 0.5 + (n - rows.len()) as f64 / 2.0
        };
        let links = self.links.read();
        let found: Vec<_> = links.strongest().collect();
        let arcs =
            self.arcs(&found, |(query, key)| strand(height(&queries, query), height(&keys, key)));
        let words = words(self.shown.app);
        let content = vec![
            Markup::text("span", words.queries).with("class", "control-title"),
            Markup::text("span", words.keys).with("class", "control-title"),
            self.side(Axis::Query, &queries),
            svg("arcs-between", arcs, (1, n)),
            self.side(Axis::Key, &keys),
        ];
        Markup::of("div", content).with("class", "arc-lists").with("--rows", n.to_string())
    }

    /// One of the lists.
    fn side(self, axis: Axis, rows: &[usize]) -> Markup {
        let (chosen, read) = self.shown.axes();
        let marked = |of: Axis| (of == axis).then(|| self.shown.selected(of));
        let tones = self.tones();
        let pieces = if axis == Axis::Key { self.keys.read() } else { self.queries.read() };
        let mut next = 0;
        let rows = rows.iter().map(|&at| {
            let text = pieces.get(at).map(|piece| piece.text.clone()).unwrap_or_default();
            let tone = tones.get(at).filter(|_| axis == read);
            let token = word(text, at, tone, Mark::of(at, marked(chosen), marked(read)));
            let number = Markup::text("span", (at + 1).to_string()).with("class", "arc-number");
            let is_apart = std::mem::replace(&mut next, at + 1) != at;
            let row = Markup::of("div", vec![token, number]).with("class", "arc-row");
            row.with("data-apart", if is_apart { "true" } else { "false" })
        });
        let name = if axis == Axis::Key { KEYS } else { QUERIES };
        Markup::of("div", rows.collect()).with("class", "arc-side").with("data-side", name)
    }

    /// The colors of what is read; without a chosen token there are none.
    fn tones(self) -> Vec<super::Tone> {
        match self.shown.reading.get() {
            Reading::ArcsOfAll => Vec::new(),
            _ => self.shown.tones.get(),
        }
    }

    fn is_cut(self) -> bool {
        self.queries.read().len() > FEW || self.keys.read().len() > FEW
    }

    /// The tokens that are listed: all of few, and else those that an arc reaches and the chosen one.
    fn rows(self, axis: Axis) -> Vec<usize> {
        let count = self.shown.count(axis);
        if count <= FEW {
            return (0..count).collect();
        }
        let links = self.links.read();
        let end = |((query, key), _)| if axis == Axis::Key { key } else { query };
        let mut rows: BTreeSet<usize> = links.strongest().map(end).collect();
        let (chosen, _) = self.shown.axes();
        if axis == chosen && self.shown.reading.get() != Reading::ArcsOfAll {
            rows.insert(self.shown.selected(axis));
        }
        rows.into_iter().collect()
    }

    /// Arcs, the strongest last, so that it lies over the others.
    fn arcs(
        self,
        links: &[((usize, usize), f64)],
        path: impl Fn((usize, usize)) -> String,
    ) -> Vec<Markup> {
        let widest = self.links.read().strongest().next().map_or(0.0, |(_, weight)| weight);
        let ink = color(self.shown.app.theme.get(), ColorMap::Sequential, 1.0).to_string();
        let arc = |&(link, weight): &((usize, usize), f64)| {
            let (width, opacity) = arc_stroke(weight, widest);
            Markup::of("path", Vec::new())
                .with("d", path(link))
                .with("data-link", format!("{},{}", link.0, link.1))
                .with("fill", "none")
                .with("vector-effect", "non-scaling-stroke")
                .with("stroke", ink.clone())
                .with("stroke-width", format!("{width:.2}"))
                .with("stroke-opacity", format!("{opacity:.3}"))
        };
        links.iter().rev().map(arc).collect()
    }

    /// The arcs in words, the strongest first.
    fn listed(self) -> Vec<Markup> {
        let app = self.shown.app;
        let item = |((query, key), weight): ((usize, usize), f64)| {
            let name = |axis, at| Markup::text("bdi", app.token(axis, at));
            let end = |at: usize| Markup::Text(format!(" ({})", at + 1).into());
            let content = vec![
                name(Axis::Query, query),
                end(query),
                Markup::Text(" → ".into()),
                name(Axis::Key, key),
                end(key),
                Markup::text("span", arithmetic(weight)).with("class", "arc-weight"),
            ];
            Markup::of("li", content)
        };
        self.links.read().strongest().map(item).collect()
    }
}

fn svg(class: &'static str, content: Vec<Markup>, (width, height): (usize, usize)) -> Markup {
    Markup::of("svg", content)
        .with("class", class)
        .with("viewBox", format!("0 0 {width} {height}"))
        .with("preserveAspectRatio", "none")
        .with("aria-hidden", "true")
}
