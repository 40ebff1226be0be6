//! What stands after a place elsewhere, as a sentence of its own.

/// The sentence with a large first letter, where it begins with a word and not with a name.
pub fn sentence(text: String) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    let is_word = !word.is_empty()
        && word.len() < text.len()
        && word.bytes().all(|byte| byte.is_ascii_lowercase());
    // A letter alone may be the name of an array, but for the article.
    if !is_word || (word.len() == 1 && word != "a") {
        return text;
    }
    text[..1].to_ascii_uppercase() + &text[1..]
}
