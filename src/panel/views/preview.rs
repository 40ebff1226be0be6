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
    let row = |(at, row): (usize, Vec<String>)| {
        let name = labels.get(at).map(|name| view! { <th scope="row">{visible(name)}</th> });
        let cell = |cell: String| match cell.parse::<f64>() {
            Ok(value) => view! { <td title=cell.clone()>{short(value)}</td> }.into_any(),
            Err(_) => view! { <td class="text">{visible(&cell)}</td> }.into_any(),
        };
        let cells = row.into_iter().map(cell).collect_view();
        view! { <tr>{name} {cells} {more_cols.then(|| view! { <td>"…"</td> })}</tr> }
    };
    let body = cells.into_iter().enumerate().map(row).collect_view();
    let caption = move || {
        let words = &panel.words().piece;
        if is_whole {
            format!("{rows} × {cols}")
        } else {
            (words.preview_of)(
                &format!("{n_rows} × {n_cols}"),
                &rows.to_string(),
                &cols.to_string(),
            )
        }
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

/// A token with its blanks made visible, as on the page.
fn visible(token: &str) -> String {
    token.replace(' ', "·")
}
