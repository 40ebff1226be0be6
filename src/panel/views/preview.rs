//! The beginning of a matrix as a table.

use leptos::prelude::*;

use crate::{panel::state::PanelState, ui::widgets::short, wire::desk::Preview};

/// A table of the first rows and columns, with their names.
#[component]
pub fn PreviewTable(preview: Preview) -> impl IntoView {
    let panel = PanelState::get();
    let Preview { rows, cols, labels, col_labels, cells } = preview;
    let (n_rows, n_cols) = (cells.len(), cells.first().map_or(0, Vec::len));
    let is_whole = n_rows == rows && n_cols == cols;
    let more_cols = cols > n_cols;
    let head = (!col_labels.is_empty()).then(|| {
        let names = col_labels.into_iter().map(|name| view! { <th scope="col">{name}</th> });
        view! { <thead><tr>{(!labels.is_empty()).then(|| view! { <td></td> })} {names.collect_view()}</tr></thead> }
    });
    let are_whole = cells.iter().flatten().all(|cell| is_whole_number(cell));
    let number =
        |cell: &str, value: f64| if are_whole { cell.replace('-', "−") } else { short(value) };
    let row = |(at, row): (usize, Vec<String>)| {
        let name = labels.get(at).map(|name| view! { <th scope="row">{visible(name)}</th> });
        let cell = |cell: String| match cell.parse::<f64>() {
            Ok(value) => view! { <td title=cell.clone()>{number(&cell, value)}</td> }.into_any(),
            Err(_) => view! { <td class="text">{visible(&cell)}</td> }.into_any(),
        };
        let cells = row.into_iter().map(cell).collect_view();
        view! { <tr>{name} {cells} {more_cols.then(|| view! { <td>"…"</td> })}</tr> }
    };
    let body = cells.into_iter().enumerate().map(row).collect_view();
    let shown = format!("{n_rows} × {n_cols}");
    let caption = move || {
        let of = panel.words().piece.preview_of;
        if is_whole { shown.clone() } else { of(&shown, &format!("{rows} × {cols}")) }
    };
    view! {
        <div class="preview" tabindex="0" role="group" aria-label=move || panel.words().piece.preview>
            <table>
                <caption>{caption}</caption>
                {head}
                <tbody>{body}</tbody>
            </table>
        </div>
    }
}

/// Whether a cell is a number without decimals, as in a mask.
fn is_whole_number(cell: &str) -> bool {
    // What a column has room for; a longer one is shortened as all other numbers.
    const LONGEST: usize = 7;
    cell.len() <= LONGEST && cell.parse::<i64>().is_ok()
}

/// Tokens one after another, numbered as rows are.
#[component]
pub fn TokenList(preview: Preview) -> impl IntoView {
    let Preview { rows, cells, .. } = preview;
    let shown = cells.len();
    let more = (rows > shown).then(|| view! { <li class="more">{format!("… {rows}")}</li> });
    let token = |token: String| view! { <li>{visible(&token)}</li> };
    view! { <ol class="token-list">{cells.into_iter().flatten().map(token).collect_view()} {more}</ol> }
}

/// A token with its blanks made visible, as on the page.
fn visible(token: &str) -> String {
    token.replace(' ', "·")
}
