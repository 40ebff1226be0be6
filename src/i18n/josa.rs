//! Korean particles (조사) that change with the last sound of the word before them.

/// A pair of particles: the first after a final consonant, the second after a vowel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Josa {
    /// 은/는
    Topic,
    /// 이/가
    Subject,
    /// 을/를
    Object,
    /// 과/와
    And,
    /// 으로/로
    Toward,
}

/// How a word ends, as far as particles care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Vowel,
    Rieul,
    Consonant,
    Unknown,
}

/// The word with its particle: `with_josa("쿼리", Josa::Topic)` is `쿼리는`. Digits are read in
/// Sino-Korean; where the last sound cannot be known, both forms are given: `em을(를)`.
pub fn with_josa(word: &str, josa: Josa) -> String {
    format!("{word}{}", josa_after(word, josa))
}

/// The particle alone that follows a text, by its last sound.
pub fn josa_after(text: &str, josa: Josa) -> &'static str {
    particle(ending(text), josa)
}

fn particle(ending: Ending, josa: Josa) -> &'static str {
    let (closed, open, both) = match josa {
        Josa::Topic => ("은", "는", "은(는)"),
        Josa::Subject => ("이", "가", "이(가)"),
        Josa::Object => ("을", "를", "을(를)"),
        Josa::And => ("과", "와", "과(와)"),
        Josa::Toward => ("으로", "로", "(으)로"),
    };
    match ending {
        Ending::Rieul if josa == Josa::Toward => open,
        Ending::Consonant | Ending::Rieul => closed,
        Ending::Vowel => open,
        Ending::Unknown => both,
    }
}

/// The ending of the last letter or digit; marks around it are not read aloud. A Latin letter by itself is called
/// by its name.
fn ending(word: &str) -> Ending {
    let mut spoken =
        word.chars().rev().skip_while(|c| !(c.is_alphanumeric() || matches!(c, '∞' | '%')));
    let last = spoken.next();
    let is_alone = spoken.next().is_none_or(|before| !before.is_alphabetic());
    match last {
        Some(c @ '가'..='힣') => match (u32::from(c) - 0xAC00) % 28 {
            0 => Ending::Vowel,
            8 => Ending::Rieul,
            _ => Ending::Consonant,
        },
        Some('1' | '7' | '8') => Ending::Rieul,
        Some('0' | '3' | '6') => Ending::Consonant,
        Some('2' | '4' | '5' | '9' | '∞' | '%') => Ending::Vowel,
        Some('L' | 'l' | 'R' | 'r') if is_alone => Ending::Rieul,
        Some('M' | 'm' | 'N' | 'n') if is_alone => Ending::Consonant,
        Some(c) if is_alone && c.is_ascii_alphabetic() => Ending::Vowel,
        _ => Ending::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(word: &str, josa: Josa, expected: &str) {
        assert_eq!(with_josa(word, josa), expected);
    }

    #[test]
    fn the_last_sound_chooses_the_particle() {
        check("쿼리", Josa::Topic, "쿼리는");
        check("토큰", Josa::Topic, "토큰은");
        check("가중치", Josa::Subject, "가중치가");
        check("내적", Josa::Subject, "내적이");
        check("행", Josa::Object, "행을");
        check("헤드", Josa::Object, "헤드를");
        check("값", Josa::And, "값과");
        check("키", Josa::And, "키와");
        check("으로", Josa::Toward, "으로로");
        check("마스킹", Josa::Toward, "마스킹으로");
        check("밸류", Josa::Toward, "밸류로");
        check("물", Josa::Toward, "물로");
    }

    #[test]
    fn digits_are_read_aloud() {
        check("0", Josa::Topic, "0은");
        check("1", Josa::Object, "1을");
        check("2", Josa::Subject, "2가");
        check("3", Josa::Toward, "3으로");
        check("8", Josa::Toward, "8로");
        check("−34.5", Josa::Topic, "−34.5는");
        check("0.7", Josa::And, "0.7과");
    }

    #[test]
    fn quotation_marks_are_not_read() {
        check("‘오랜’", Josa::Topic, "‘오랜’은");
    }

    #[test]
    fn a_letter_by_itself_is_called_by_its_name() {
        check("K", Josa::Topic, "K는");
        check("d_k", Josa::Toward, "d_k로");
        check("W_O", Josa::Object, "W_O를");
        check("행렬 L", Josa::Toward, "행렬 L로");
        check("m", Josa::Subject, "m이");
        check("√n", Josa::And, "√n과");
        check("‘I’", Josa::Topic, "‘I’는");
    }

    #[test]
    fn tokens_of_all_kinds_get_a_particle() {
        check("‘쓰러졌다’", Josa::Subject, "‘쓰러졌다’가");
        check("‘으로’ ", Josa::Topic, "‘으로’ 는");
        check("‘ em’", Josa::Object, "‘ em’을(를)");
        check("##ization", Josa::And, "##ization과(와)");
        check("[CLS]", Josa::Topic, "[CLS]은(는)");
        check("…", Josa::Subject, "…이(가)");
        check("−∞", Josa::Toward, "−∞로");
        check("50%", Josa::Object, "50%를");
        check("√64", Josa::Toward, "√64로");
        check("QKᵀ", Josa::Subject, "QKᵀ이(가)");
    }

    #[test]
    fn an_unknown_sound_gets_both_forms() {
        check("powers", Josa::Object, "powers을(를)");
        check("", Josa::Toward, "(으)로");
    }
}
