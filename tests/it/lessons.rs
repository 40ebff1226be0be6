//! The lessons: every step is a state that there is, says in both languages what holds of its numbers, and types
//! no number.

mod shown;
mod texts;

use std::{
    collections::HashMap,
    fs,
    path::PathBuf,
    sync::{Arc, LazyLock},
};

use attnscope::{
    i18n::Language,
    lessons::{
        Answer, Both, Change, Choice, Claim, Extent, Figure, Given, Ground, LESSONS, Look, Numbers,
        Prediction, Quantity, SAME, STEP, Said, Setup, Spot, Step, TemplateError, Voice, write,
    },
    math::MatrixName as M,
    reader::read,
    samples::{Loaded, SampleId},
};

/// A step of a lesson: its name as in links, and its numbers as they open.
struct Case {
    name: String,
    step: &'static Step,
    loaded: Arc<Loaded>,
}

impl Case {
    fn ground(&self) -> Ground<'_> {
        let Setup { numbers, with } = self.step.setup;
        Ground::new(&self.loaded, numbers, with)
            .unwrap_or_else(|| panic!("{}: no such head", self.name))
    }

    /// The ground once the prediction is answered.
    fn shown(&self) -> Ground<'_> {
        let Setup { numbers, with } = self.step.setup;
        let over = self.step.prediction.map_or(SAME, |prediction| prediction.shows);
        Ground::new(&self.loaded, numbers, with.then(over)).unwrap()
    }

    /// The cells of the step's table, if it has one.
    fn cells(&self) -> Vec<Both> {
        let Some(Figure::Table(table)) = self.step.figure else { return Vec::new() };
        table.rows.iter().flat_map(|row| row.iter().copied()).collect()
    }

    /// Every template of the step, with what it is.
    fn templates(&self) -> Vec<(String, Both)> {
        let mut texts = vec![("text".to_owned(), self.step.text)];
        if let Some(Prediction { ask, told, answer, .. }) = self.step.prediction {
            texts.extend([("ask".to_owned(), ask), ("told".to_owned(), told)]);
            let whys = |wrong: &[(Quantity, Both)], other| {
                let whys = wrong.iter().map(|(_, why)| *why).chain([other]);
                whys.map(|why| ("why".to_owned(), why)).collect::<Vec<_>>()
            };
            texts.extend(match answer {
                Answer::Key { wrong, other, .. } | Answer::Number { wrong, other, .. } => {
                    whys(wrong, other)
                }
                Answer::Choice(choices) => {
                    let of =
                        |it: &Choice| [("says".to_owned(), it.says), ("why".to_owned(), it.why)];
                    choices.iter().flat_map(of).collect()
                }
            });
        }
        texts.into_iter().map(|(what, text)| (format!("{} {what}", self.name), text)).collect()
    }
}

fn opened(numbers: Numbers) -> Loaded {
    let (sample, block) = numbers.sample();
    let asset = sample.block(block).map(|block| block.asset);
    let path = |asset| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(asset);
    let bytes = asset.map(|asset| fs::read(path(asset)).unwrap()).unwrap_or_default();
    let opened = read(sample, block, &bytes).unwrap();
    numbers.build(&opened).unwrap_or(opened)
}

/// Every step of every lesson; all numbers are read once.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(read_cases);
    &CASES
}

fn read_cases() -> Vec<Case> {
    let mut read: HashMap<String, Arc<Loaded>> = HashMap::new();
    let mut cases = Vec::new();
    for (lesson, of) in (1..).zip(LESSONS) {
        for (number, step) in (1..).zip(of.steps) {
            let numbers = step.setup.numbers;
            let loaded =
                read.entry(format!("{numbers:?}")).or_insert_with(|| opened(numbers).into());
            let name = format!("{lesson}.{number}");
            cases.push(Case { name, step, loaded: Arc::clone(loaded) });
        }
    }
    cases
}

fn voices() -> impl Iterator<Item = Voice> {
    let of = |language| [false, true].map(|is_by_columns| Voice { language, is_by_columns });
    Language::ALL.into_iter().flat_map(of)
}

#[test]
fn every_lesson_has_steps_to_predict_and_names_in_both_languages() {
    for (number, lesson) in (1..).zip(LESSONS) {
        assert!(
            (4..=6).contains(&lesson.steps.len()),
            "lesson {number}: {} steps",
            lesson.steps.len()
        );
        assert!(
            lesson.steps.iter().any(|step| step.prediction.is_some()),
            "lesson {number} asks nothing"
        );
        for text in [lesson.title, lesson.about] {
            assert!(!text.en.is_empty() && !text.ko.is_empty() && text.en != text.ko, "{text:?}");
        }
    }
}

#[test]
fn every_step_is_a_state_that_there_is_and_looks_at_something() {
    for case in cases() {
        let Prediction { look, .. } = case.step.prediction.unwrap_or(NONE);
        for (ground, look) in [(case.ground(), case.step.look), (case.shown(), look)] {
            let (p, with) = (&ground.trace.projected, ground.with);
            let stage = with.stage.unwrap_or_else(|| panic!("{}: at no stage", case.name));
            assert!(stage.is_in(&ground.trace), "{}: no stage {stage:?}", case.name);
            let (query, key) = with.cell.unwrap_or(case.loaded.default_cell);
            assert!(
                query < p.n_queries() && key < p.n_keys(),
                "{}: no cell {query}, {key}",
                case.name
            );
            for look in look {
                assert!(is_there(*look, &ground), "{}: {look:?}", case.name);
            }
        }
        assert!(
            !case.step.look.is_empty() || case.step.figure.is_some(),
            "{}: looks nowhere",
            case.name
        );
    }
}

/// A prediction that asks nothing, for steps that have none.
const NONE: Prediction = Prediction {
    ask: Both { en: "", ko: "" },
    answer: Answer::Choice(&[]),
    shows: SAME,
    look: &[],
    told: Both { en: "", ko: "" },
};

fn is_there(look: Look, ground: &Ground<'_>) -> bool {
    let Some((rows, columns)) = ground.matrix(look.matrix).map(|matrix| matrix.dim()) else {
        return false;
    };
    match look.extent {
        Extent::Cell(row, column) => row < rows && column < columns,
        Extent::Row(row) => row < rows,
        Extent::Column(column) => column < columns,
        Extent::Whole => true,
    }
}

#[test]
fn every_claim_holds_on_the_trace() {
    for case in cases() {
        for claim in case.step.claims {
            assert_eq!(claim.holds(&case.ground()), Some(true), "{}: {claim:?}", case.name);
        }
    }
}

#[test]
fn every_question_has_one_right_answer_and_a_reason_for_each_wrong_one() {
    for case in cases() {
        let Some(prediction) = case.step.prediction else { continue };
        let ground = case.ground();
        let right = prediction.answer.right(&ground);
        let right = right.unwrap_or_else(|| panic!("{}: no answer is right", case.name));
        let judge = |given| prediction.answer.judge(given, &ground).unwrap();
        let given = match right {
            Said::Key(at) | Said::Choice(at) => Given::Index(at),
            Said::Number(number, _) => Given::Number(number),
        };
        assert!(judge(given).is_right, "{}", case.name);
        let wrong = |wrong: &[(Quantity, Both)], is_key: bool| {
            assert!(!wrong.is_empty(), "{}: the commonest wrong answer has no reason", case.name);
            for (quantity, why) in wrong {
                let it =
                    quantity.on(&ground).unwrap_or_else(|| panic!("{}: {quantity:?}", case.name));
                let judged =
                    judge(if is_key { Given::Index(it as usize) } else { Given::Number(it) });
                assert!(!judged.is_right, "{}: {quantity:?} is right", case.name);
                assert_eq!(
                    judged.why,
                    Some(*why),
                    "{}: {quantity:?} is told as another",
                    case.name
                );
            }
        };
        match prediction.answer {
            Answer::Key { wrong: list, row, matrix, .. } => {
                wrong(list, true);
                assert!(ground.row(matrix, row).is_some(), "{}: no row to mark", case.name);
            }
            Answer::Number { wrong: list, within, decimals, .. } => {
                wrong(list, false);
                let last = 10_f64.powi(-i32::try_from(decimals).unwrap());
                assert!(
                    (within - last / 2.0).abs() < 1e-12,
                    "{}: {within} for {decimals}",
                    case.name
                );
            }
            Answer::Choice(choices) => {
                for (at, choice) in choices.iter().enumerate() {
                    let holds = choice.holds.holds(&ground);
                    assert_eq!(
                        holds,
                        Some(Said::Choice(at) == right),
                        "{}: {:?}",
                        case.name,
                        choice.says
                    );
                }
                assert!(choices.len() >= 2, "{}: nothing to choose", case.name);
            }
        }
    }
}

#[test]
fn claims_can_fail() {
    let loaded = opened(Numbers::Sample(SampleId::SixTokens, 0));
    let holds = |claim: Claim, with: Change| {
        let ground = Ground::new(&loaded, STEP.setup.numbers, with).unwrap();
        claim.holds(&ground)
    };
    let previous = Claim::EveryRowPeaksAt { matrix: M::Weights, offset: -1, from: 1, to: 6 };
    assert_eq!(holds(previous, Change { head: Some(0), ..SAME }), Some(true));
    assert_eq!(holds(previous, Change { head: Some(4), ..SAME }), Some(false));
    assert_eq!(holds(Claim::EveryRowSumsToOne(M::Weights), SAME), Some(true));
    assert_eq!(holds(Claim::EveryRowSumsToOne(M::Scaled), SAME), Some(false));
    assert_eq!(holds(Claim::SameOrder(M::Scores, M::Scaled), SAME), Some(true));
    assert_eq!(holds(Claim::SameOrder(M::Scores, M::Weights), SAME), Some(false));
    assert_eq!(holds(Claim::Is(Quantity::Hidden(0), 5.0), SAME), Some(true));
    assert_eq!(holds(Claim::Is(Quantity::In(M::Weights, 9, Spot::At(0)), 0.0), SAME), None);
    assert_eq!(holds(Claim::Not(&Claim::Below(Quantity::Entropy(0), 0.1)), SAME), Some(false));
    let soft = Claim::Less(
        Quantity::Under(
            Change { divide: Some(attnscope::lessons::Divide::By(1.0)), ..SAME },
            &Quantity::Entropy(3),
        ),
        Quantity::Entropy(3),
    );
    assert_eq!(holds(soft, SAME), Some(true));
}

#[test]
fn a_number_is_right_to_the_digits_that_are_asked_for() {
    let loaded = opened(Numbers::Sample(SampleId::SixTokens, 0));
    let ground = Ground::new(&loaded, STEP.setup.numbers, SAME).unwrap();
    let text = Both { en: "a", ko: "ㄱ" };
    let right = Quantity::In(M::Weights, 3, Spot::Largest);
    let answer = Answer::Number { right, within: 0.005, decimals: 2, wrong: &[], other: text };
    let number = right.on(&ground).unwrap();
    let is_right = |given| answer.judge(Given::Number(given), &ground).unwrap().is_right;
    assert!(is_right((number * 100.0).round() / 100.0) && is_right(number));
    assert!(!is_right(number + 0.006) && !is_right(f64::NAN) && !is_right(-number));
    assert_eq!(answer.judge(Given::Number(0.0), &ground).unwrap().why, Some(text));
    assert_eq!(answer.judge(Given::Index(0), &ground), None);
}

#[test]
fn a_text_that_speaks_of_nothing_is_told() {
    let loaded = opened(Numbers::Sample(SampleId::SixTokens, 0));
    let ground = Ground::new(&loaded, STEP.setup.numbers, SAME).unwrap();
    let voice = |language, is_by_columns| Voice { language, is_by_columns };
    let check = |text: &str, voice: Voice, expected: Result<&str, TemplateError>| {
        assert_eq!(write(text, &[], &ground, voice), expected.map(str::to_owned), "{text}");
    };
    let english = voice(Language::English, false);
    check("plain", english, Ok("plain"));
    check("{no}", english, Err(TemplateError::Unknown("no".into())));
    check("a { b", english, Err(TemplateError::Brace));
    check("a } b", english, Err(TemplateError::Brace));
    check("a {row}", english, Ok("a row"));
    check("a {row}", voice(Language::English, true), Ok("a column"));
    check("이 {row}{을}", voice(Language::Korean, false), Ok("이 행을"));
    check("이 {right}{으로}", voice(Language::Korean, true), Ok("이 아래쪽으로"));
    check("밸류 ‘8’{으로}, 2{을}", voice(Language::Korean, false), Ok("밸류 ‘8’로, 2를"));
}
