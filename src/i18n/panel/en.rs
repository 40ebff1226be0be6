//! The panel in English.

use super::{FormWords, KeepWords, PanelWords, PieceWords, ShareWords, TokenWords, WholeWords};

pub(super) const WORDS: PanelWords = PanelWords {
    data: "Your data",
    share: "Save and share",
    close: "Close",
    drop_here: "Drop files anywhere to read them here",
    crash: "Something broke in this panel. Reload the page; what you pasted is kept.",
    piece: PieceWords {
        intro: "Paste a matrix as you have it, drop files, or choose them. Nothing leaves this page.",
        title: |number| format!("Numbers {number}"),
        placeholder: "Paste here: a NumPy or PyTorch print, JSON, CSV, cells of a spreadsheet …",
        add: "Another text",
        choose: "Choose files …",
        remove: |title| format!("Remove {title}"),
        reading: "Reading …",
        lines: |count| match count {
            "1" => "1 line".to_owned(),
            count => format!("{count} lines"),
        },
        excerpt: "All of it is kept; only its beginning is shown, so that the page stays quick.",
        binary: "A file without text to show.",
        go_to: "Go to the place",
        understood: "Understood as",
        ask: "Please choose",
        role: "Taken as",
        needed: |size| format!("needs {size}"),
        preview: "Preview",
        preview_of: |shown, all| format!("the first {shown} of {all}"),
        nth_array: |number| format!("Array {number}"),
        more_arrays: |count| match count {
            1 => "1 other array".to_owned(),
            count => format!("{count} other arrays"),
        },
        find_array: "Find by name",
        left_out: "Left out: a saved document is opened alone.",
        encoded: "This text is in an older encoding. Which one?",
        korean_encoding: "Korean (EUC-KR, CP949)",
        western_encoding: "Western European (Windows-1252)",
        too_large: |name, limit| {
            format!("{name} is larger than {limit} and was not read. Save a part of it.")
        },
        unreadable: |name| format!("The browser could not read {name}. Choose it again."),
    },
    tokens: TokenWords {
        title: "Tokens",
        hint: "Optional: the names of the rows, in their order. Rows without names are numbered.",
        placeholder: "Data| visualization| em|powers",
    },
    whole: WholeWords {
        title: "Together",
        empty: "Nothing yet. What your numbers make is told here.",
        misfits: "What does not fit yet",
        unread: "Mend what is marked in the text first.",
        unread_file: "One of these cannot be read. What helps stands below it.",
        notes: "What is missing, and what stands in for it",
        too_many: |tokens, limit| {
            format!(
                "{tokens} tokens are more than the page can show. It takes up to {limit}, those that you choose."
            )
        },
        first: "From token",
        count: "How many",
        show: "Show it",
        broken: |reason| format!("The reader stopped: {reason}. Your texts are kept; try again."),
        retry: "Try again",
        unnamed: "Your data",
    },
    keep: KeepWords {
        kept: "What you paste or change is kept in this browser, and only there.",
        refused: "This browser does not let the page keep anything: what you paste is gone when the page is closed.",
        forget: "Forget all of it",
        removed: "Removed.",
        undo: "Undo",
        beside: "This was added to what was here before.",
        only_new: "Keep only the new",
        left_out: "The new is left out: the saved document that was here is opened alone.",
        open_new: "Open only the new",
    },
    forms: FormWords {
        title: "What can be pasted",
        intro: "Any of these as it stands, and much else. What was understood is said, and can be turned.",
        try_it: |name| format!("Put in: {name}"),
        put_in: "Put in",
        numpy: "A NumPy print",
        sheet: "Cells of a spreadsheet, with tokens",
        json: "JSON with names",
        markdown: "A Markdown table, decimal commas",
        cross: "Cross-attention: queries and keys",
        scores: "Ready scores",
        files: "Files: .npy, .npz, .safetensors, .csv, .tsv, .json, vectors and metadata of the Embedding Projector, documents saved here.",
    },
    share_side: ShareWords {
        whole: "The whole",
        whole_hint: "The document opens here again, bit for bit. The programs compute the same numbers.",
        class: "For the class",
        class_hint: "The numbers of this head on paper, some of them left blank, with an answer key.",
        worksheet: "Worksheet…",
        matrix: "One matrix",
        which: "Matrix",
        head: "Head",
        copy: "Copy",
        save: "Save",
        png: "PNG picture",
        saved: |names| format!("Saved: {names}"),
        copied: "Copied.",
        failed: |reason| format!("That did not work: {reason}"),
        forgotten: "The reader was started anew. Close this panel and open it again.",
        nothing_made: "That could not be made. Try again.",
        link: "Link",
        copy_link: "Copy the link",
        link_hint: "Everything that is shown is in the address itself; no server keeps it.",
        link_length: |length| format!("{length} characters."),
        too_long_link: "These numbers do not fit into an address. Save the document and share the file.",
        long_link: |length| {
            format!(
                "{length} characters: some chats and mails cut off an address of this length. A saved document always arrives."
            )
        },
    },
};
