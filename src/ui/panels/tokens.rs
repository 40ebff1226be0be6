//! The tokens: which one is selected, and what is done to it. They are chosen, renamed, added,
//! removed and moved in a strip of their own, which is written as markup and hears the events of
//! all that stands in it.

use leptos::{
    ev::{Event, KeyboardEvent},
    prelude::*,
};

use crate::{
    math::Axis,
    state::{self, Positions, Side, TokenEdit, TokenError},
    ui::{
        app_state::AppState,
        browser,
        erased::text,
        widgets::{Markup, with, written},
    },
};

/// So many tokens stand in a strip at once, which is about what a wide window shows; "…" leads to
/// those before and after.
const PAGE: usize = 24;

/// So many of them stand before the selected one: a sixth, so that most that follow are in sight.
const BEFORE: usize = PAGE / 6;

/// The signs of the buttons, with the key that does the same; two have words.
const TOOLS: [(&str, &str); 6] = [
    ("F2", "✎"),
    ("Insert", ""),
    ("Shift+Insert", ""),
    ("Delete", "×"),
    ("Shift+ArrowLeft", "←"),
    ("Shift+ArrowRight", "→"),
];

/// What stands in the strips besides the tokens.
#[derive(Clone, Default)]
struct Strip {
    typing: Option<Typing>,
    /// Whether a token that moves takes its position along.
    moves_position: bool,
    refused: Option<TokenError>,
}

/// The field for a name: before which token it stands, and whether that is to be added.
#[derive(Clone, Copy, PartialEq)]
struct Typing {
    side: Side,
    at: usize,
    is_new: bool,
}

/// The tokens of the example; queries and keys apart where they are not the same.
#[component]
pub fn Tokens() -> impl IntoView {
    let app = AppState::get();
    let tokens = TokenStrips { app, strip: RwSignal::new(Strip::default()) };
    let on_click = move |event: leptos::ev::MouseEvent| {
        if let Some(key) = browser::data_of(&event, "data-tool") {
            tokens.act(side_of(&event), &key);
        } else if let Some(at) = token_of(&event) {
            tokens.press_on(side_of(&event), at);
        }
    };
    view! {
        <section
            class="token-strips"
            aria-label=text(move || app.words().tokens.all)
            on:click=on_click
            on:keydown=move |event| tokens.press(&event)
            on:focusout=move |event| tokens.commit(&event)
            use:written=with(move || tokens.strips())
        ></section>
    }
}

/// The token that an event is about.
fn token_of(event: &Event) -> Option<usize> {
    browser::data_of(event, "data-token")?.parse().ok()
}

/// Whose token that is.
fn side_of(event: &Event) -> Side {
    let is_key = browser::data_of(event, "data-side").is_some_and(|side| side == KEYS);
    if is_key { Side::Keys } else { Side::Queries }
}

const QUERIES: &str = "queries";
const KEYS: &str = "keys";

fn name_of(side: Side) -> &'static str {
    if side == Side::Keys { KEYS } else { QUERIES }
}

fn button(content: Markup) -> Markup {
    Markup::of("button", vec![content]).with("type", "button")
}

/// All strips.
#[derive(Clone, Copy)]
struct TokenStrips {
    app: AppState,
    strip: RwSignal<Strip>,
}

impl TokenStrips {
    fn strips(self) -> Vec<Markup> {
        let words = &self.app.words().tokens;
        let is_one = state::is_one_sequence(&self.app.loaded.read());
        let mut strips = if is_one {
            vec![self.one(Side::Queries, words.all)]
        } else {
            vec![self.one(Side::Queries, words.queries), self.one(Side::Keys, words.keys)]
        };
        let refused = self.strip.read().refused.clone();
        let refused = refused.map(|error| (self.app.words().edit.token_refused)(&error));
        let alert = Markup::text("p", refused.unwrap_or_default());
        strips.push(alert.with("class", "refused").with("role", "alert"));
        strips
    }

    /// Title, tokens and tools of one side.
    fn one(self, side: Side, title: &'static str) -> Markup {
        let words = &self.app.words().tokens;
        let tool = |((key, sign), name): ((&'static str, &'static str), &'static str)| {
            let sign = match key {
                "Insert" => words.before,
                "Shift+Insert" => words.after,
                _ => sign,
            };
            let tool = button(Markup::Text(sign.into())).with("data-tool", key);
            tool.with("aria-label", name).with("title", name)
        };
        let mut tools: Vec<_> = TOOLS.into_iter().zip(words.tools).map(tool).collect();
        if state::has_positions(&self.app.loaded.read()) {
            let moves = self.strip.read().moves_position.to_string();
            let toggle = button(Markup::Text(words.positions_move.into()));
            tools.push(toggle.with("data-tool", "positions").with("aria-pressed", moves));
        }
        let part = |class, content| Markup::of("div", content).with("class", class);
        let title_shown = Markup::text("span", title).with("class", "control-title");
        let content =
            vec![title_shown, part("token-chips", self.chips(side)), part("token-tools", tools)];
        let strip = part("token-strip", content).with("role", "group").with("aria-label", title);
        strip.with("data-side", name_of(side))
    }

    /// The tokens around the selected one, and the field for a name.
    fn chips(self, side: Side) -> Vec<Markup> {
        let (selected, count) = (self.selected(side), self.count(side));
        let words = &self.app.words().tokens;
        let axis = if side == Side::Keys { Axis::Key } else { Axis::Query };
        let start = selected.saturating_sub(BEFORE).min(count.saturating_sub(PAGE));
        let end = (start + PAGE).min(count);
        let chip = |at: usize, content: Markup, index: &'static str| {
            button(content).with("data-token", at.to_string()).with("tabindex", index)
        };
        let more = |at, label: &'static str| {
            chip(at, Markup::Text("…".into()), "-1").with("aria-label", label)
        };
        let token = |at| {
            let text = self.app.token(axis, at);
            let name = Markup::text("bdi", text.clone()).with("lang", "");
            let (index, current) = if at == selected { ("0", "true") } else { ("-1", "false") };
            // A long one is cut off.
            chip(at, name, index).with("aria-current", current).with("title", text)
        };
        let typing = self.strip.read().typing.filter(|typing| typing.side == side);
        let field = |is_new| {
            let label = if is_new { words.new_name } else { words.other_name };
            let field = Markup::of("input", Vec::new()).with("type", "text");
            field.with("autocomplete", "off").with("spellcheck", "false").with("aria-label", label)
        };
        let mut chips = Vec::new();
        chips.extend((start > 0).then(|| more(start - 1, words.earlier)));
        for at in start..=end {
            let here = typing.filter(|typing| typing.at == at);
            chips.extend(here.map(|typing| field(typing.is_new)));
            if at < end && here.is_none_or(|typing| typing.is_new) {
                chips.push(token(at));
            }
        }
        chips.extend((end < count).then(|| more(end, words.later)));
        chips
    }

    fn selected(self, side: Side) -> usize {
        let selection = self.app.selection.get();
        if side == Side::Keys { selection.key } else { selection.query }
    }

    fn count(self, side: Side) -> usize {
        let (n_queries, n_keys) = self.app.size();
        if side == Side::Keys { n_keys } else { n_queries }
    }

    fn select(self, side: Side, at: usize) {
        let mut selection = self.app.selection.get_untracked();
        match side {
            Side::Queries => selection.query = at,
            Side::Keys => selection.key = at,
        }
        self.app.settings.write().selection = selection;
    }

    /// Selects a token; the selected one is renamed.
    fn press_on(self, side: Side, at: usize) {
        if untrack(|| self.selected(side)) == at {
            self.begin(side, at, false);
        } else {
            self.select(side, at);
        }
    }

    /// Goes to the field once it is there, or else to the selected token.
    fn focus(self, side: Side) {
        let begins = self.strip.with_untracked(|strip| {
            let Typing { at, is_new, .. } = strip.typing?;
            Some(if is_new { String::new() } else { self.name(side, at).unwrap_or_default() })
        });
        let place = if begins.is_some() { "input" } else { "[aria-current=true]" };
        let selector = format!("[data-side={}] .token-chips {place}", name_of(side));
        leptos::task::spawn_local(async move {
            browser::effects_have_run().await;
            match begins {
                Some(text) => browser::begin_field(&selector, &text, true),
                None => browser::focus(&selector),
            }
        });
    }

    fn begin(self, side: Side, at: usize, is_new: bool) {
        self.strip.update(|strip| {
            strip.refused = None;
            strip.typing = Some(Typing { side, at, is_new });
        });
        self.focus(side);
    }

    /// The name of a token as it is given; one without is numbered.
    fn name(self, side: Side, at: usize) -> Option<String> {
        let loaded = self.app.loaded.read_untracked();
        let names = loaded.tokens_k.as_ref().filter(|_| side == Side::Keys);
        names.unwrap_or(&loaded.tokens).get(at).cloned()
    }

    /// Does what a key or its button means; tells whether it means anything.
    fn act(self, side: Side, key: &str) -> bool {
        let (at, count) = untrack(|| (self.selected(side), self.count(side)));
        let (before, after) = (at.saturating_sub(1), (at + 1).min(count.saturating_sub(1)));
        match key {
            "Enter" | "F2" => self.begin(side, at, false),
            "Insert" => self.begin(side, at, true),
            "Shift+Insert" => self.begin(side, at + 1, true),
            "Delete" | "Backspace" => {
                self.edit(&TokenEdit::Remove { side, at });
            }
            "Shift+ArrowLeft" => self.shift(side, at, before),
            "Shift+ArrowRight" => self.shift(side, at, after),
            "ArrowLeft" => self.select(side, before),
            "ArrowRight" => self.select(side, after),
            "Home" => self.select(side, 0),
            "End" => self.select(side, count.saturating_sub(1)),
            "positions" => self.strip.update(|strip| strip.moves_position ^= true),
            _ => return false,
        }
        true
    }

    fn shift(self, side: Side, from: usize, to: usize) {
        let moves = self.strip.with_untracked(|strip| strip.moves_position);
        let positions = if moves { Positions::Move } else { Positions::Stay };
        if from != to {
            self.edit(&TokenEdit::Move { side, from, to, positions });
        }
    }

    fn press(self, event: &KeyboardEvent) {
        // Keys of an input method belong to it.
        if event.is_composing() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (side, key) = (side_of(event), event.key());
        if browser::is_text_field(event) {
            match key.as_str() {
                "Enter" => self.commit(event),
                "Escape" => self.strip.update(|strip| strip.typing = None),
                _ => return,
            }
        } else {
            let key = if event.shift_key() { format!("Shift+{key}") } else { key };
            if token_of(event).is_none() || !self.act(side, &key) {
                return;
            }
        }
        self.focus(side);
        event.prevent_default();
        event.stop_propagation();
    }

    /// Takes the name that stands in the field, once; without one, nothing is changed.
    fn commit(self, event: &Event) {
        // A field that is going is blurred, too.
        let typing = self.strip.try_with_untracked(|strip| strip.typing).flatten();
        let typing = typing.filter(|_| browser::is_text_field(event));
        let Some(Typing { side, at, is_new }) = typing else { return };
        self.strip.update(|strip| strip.typing = None);
        let text = event_target_value(event);
        if text.is_empty() {
            return;
        }
        if is_new {
            if self.edit(&TokenEdit::Add { side, at, text }) {
                self.select(side, at);
            }
        } else if self.name(side, at).as_ref() != Some(&text) {
            self.edit(&TokenEdit::Rename { side, at, text });
        }
    }

    /// Changes a token with everything that follows, or says why it cannot be; tells whether it was.
    fn edit(self, edit: &TokenEdit) -> bool {
        let changed = self.app.change_tokens(edit);
        let is_done = changed.is_ok();
        self.strip.update(|strip| strip.refused = changed.err());
        is_done
    }
}
