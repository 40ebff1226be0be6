//! Links: how they read, that they come back, and what is refused and why.

use attnscope::{
    document::DocumentError,
    i18n::{Language, reading::Say},
    link::PackError,
    math::{MaskPlan, MatrixName, Measure, Mistake, Stage},
    samples::{Loaded, SampleId, six_tokens},
    state::{
        Convention, DomainChoice, Length, LessonStep, Link, LinkError, Origin, Reading, Selection,
        Settings, Veiled, View,
        link::{Expected, LONG, LONGEST, Stray},
        mask_text,
    },
};

fn opening(sample: SampleId, loaded: &Loaded) -> Settings {
    let block = sample.default_block().map_or(0, |block| block.number);
    Settings::opening(Origin::Sample(sample), block, loaded, Stage::Softmax)
}

#[track_caller]
fn check_comes_back(settings: &Settings, loaded: &Loaded, fragment: &str) {
    let link = Link { language: Some("ko".into()), ..Link::of(settings, loaded) };
    assert_eq!(link.to_string(), fragment);
    let read = Link::read(fragment).unwrap();
    assert_eq!(read, link);
    assert_eq!(Link::read(&format!("#{fragment}")).as_ref(), Ok(&link));
    assert_eq!(read.settings(loaded), *settings);
}

#[test]
fn a_link_reads_as_the_page_counts() {
    let loaded = six_tokens();
    let opening = opening(SampleId::SixTokens, &loaded);
    let check = |change: fn(&mut Settings), fragment: &str| {
        let mut settings = opening.clone();
        change(&mut settings);
        let fragment = format!("v=1&example=six-tokens{fragment}&lang=ko");
        check_comes_back(&settings, &loaded, &fragment);
    };
    check(|_| {}, "");
    check(|settings| settings.head = 0, "&head=1");
    check(|settings| settings.stage = Stage::DotProduct, "&stage=dot-product");
    check(|settings| settings.looked_at = Some(MatrixName::Masked), "&matrix=masked");
    check(|settings| settings.selection = Selection::of(0, 0), "&cell=1,1");
    let selection = Selection { model_feature: 700, ..Selection::of(3, 1) };
    assert_eq!(opening.selection, Selection::of(3, 1));
    let mut settings = Settings { selection, ..opening.clone() };
    check_comes_back(&settings, &loaded, "v=1&example=six-tokens&cell=4,2,1,1,701&lang=ko");
    settings.selection.model_feature = 0;
    settings.selection.head_feature = 2;
    check_comes_back(&settings, &loaded, "v=1&example=six-tokens&cell=4,2,3&lang=ko");
    check(|settings| settings.mask = Some(MaskPlan::NONE), "&mask=none");
    check(|settings| settings.divisor = Some(8.0), "&divide=8");
    check(|settings| settings.divisor = Some(0.1 + 0.2), "&divide=0.30000000000000004");
    check(|settings| settings.divisor = Some(1e-6), "&divide=1e-6");
    check(|settings| settings.convention = Convention::Columns, "&convention=columns");
    check(|settings| settings.presents = true, "&present=on");
    check(|settings| settings.veil.set(Stage::Softmax, Some(Veiled::Numbers)), "&hide=softmax");
    let veil = |settings: &mut Settings| {
        settings.veil.set(Stage::Scale, Some(Veiled::Numbers));
        settings.veil.set(Stage::Context, Some(Veiled::Whole));
    };
    check(veil, "&hide=scale,whole.context");
    check(|settings| settings.domain = DomainChoice::AllHeads, "&colors=heads");
    check(|settings| settings.domain = DomainChoice::Fixed(4.5), "&colors=4.5");
    check(|settings| settings.view = View::Compare, "&view=compare");
    check(|settings| settings.view = View::Heads, "&view=heads");
    check(|settings| settings.sort = Some(Measure::Own), "&sort=itself");
    check(|settings| settings.view = View::Text(Reading::OfQuery), "&view=text");
    check(|settings| settings.view = View::Text(Reading::OfKey), "&view=text.key");
    check(|settings| settings.view = View::Text(Reading::ArcsOfQuery), "&view=arcs");
    check(|settings| settings.view = View::Text(Reading::ArcsOfKey), "&view=arcs.key");
    check(|settings| settings.view = View::Text(Reading::ArcsOfAll), "&view=arcs.all");
    let view = View::Mistake(Mistake::SoftmaxAxis);
    settings = Settings { view, ..opening.clone() };
    let fragment = "v=1&example=six-tokens&view=mistake.softmax-axis&lang=ko";
    check_comes_back(&settings, &loaded, fragment);
    let step = LessonStep { lesson: 3, step: 1 };
    let settings = Settings { lesson: Some(step), ..opening.clone() };
    check_comes_back(&settings, &loaded, "v=1&example=six-tokens&lesson=4.2&lang=ko");
}

#[test]
fn heads_of_recorded_models_count_from_0() {
    let loaded = six_tokens();
    let mut settings = opening(SampleId::SmolLm2, &loaded);
    settings.head = 3;
    check_comes_back(&settings, &loaded, "v=1&example=smollm2&head=3&lang=ko");
    settings.block = 10;
    check_comes_back(&settings, &loaded, "v=1&example=smollm2&block=10&head=3&lang=ko");
}

#[test]
fn every_choice_comes_back() {
    let loaded = six_tokens();
    for sample in SampleId::ALL {
        for stage in Stage::ALL {
            let settings = Settings { stage, ..opening(sample, &loaded) };
            let packed = Some("1a-_".to_owned());
            let link = Link { packed, ..Link::of(&settings, &loaded) };
            assert_eq!(Link::read(&link.to_string()), Ok(link));
        }
        for block in sample.blocks() {
            let settings = Settings { block: block.number, ..opening(sample, &loaded) };
            let link = Link::of(&settings, &loaded);
            assert_eq!(Link::read(&link.to_string()).unwrap().settings(&loaded), settings);
        }
    }
    for mask in [MaskPlan::NONE, MaskPlan::CAUSAL] {
        assert_eq!(Link::read(&format!("v=1&mask={}", mask_text(&mask))).unwrap().mask, Some(mask));
    }
}

#[test]
fn the_name_of_own_numbers_comes_back_without_the_signs_of_the_form() {
    let loaded = six_tokens();
    let own = |name: &str| {
        let origin = Origin::Own(name.to_owned());
        Settings::opening(origin, 0, &loaded, Stage::Softmax)
    };
    let check = |name: &str, fragment: &str, comes_back: &str| {
        let link = Link::of(&own(name), &loaded);
        assert_eq!(link.to_string(), fragment);
        assert_eq!(Link::kept(fragment).as_ref(), Ok(&link));
        assert_eq!(link.settings(&loaded), own(comes_back));
        // An address must hold the numbers, too.
        let cut =
            LinkError::Value { parameter: "z", found: String::new(), expected: Expected::Packed };
        assert_eq!(Link::read(fragment), Err(cut));
        assert!(Link::read(&format!("{fragment}&z=1a")).is_ok());
    };
    check("", "v=1&name=", "");
    check("X.npy", "v=1&name=X.npy", "X.npy");
    check("한글 “x”", "v=1&name=한글 “x”", "한글 “x”");
    check("a&head=7#%41", "v=1&name=a head 7  41", "a head 7  41");
    let long = "가".repeat(60);
    check(&"가".repeat(70), &format!("v=1&name={long}"), &long);
    let packed = Link::read("v=1&z=1a").unwrap();
    assert_eq!(packed.settings(&loaded), own(""));
}

#[test]
fn what_is_kept_may_be_of_any_length() {
    let mask = "x".repeat(40_000);
    let line = format!("v=1&name={mask}&head=5");
    assert!(matches!(Link::read(&line), Err(LinkError::TooLong { .. })));
    assert_eq!(Link::kept(&line).map(|link| link.head), Ok(Some(4)));
}

#[test]
fn numbers_stand_in_front_so_that_a_cut_never_takes_them_away_unseen() {
    let settings = opening(SampleId::SixTokens, &six_tokens());
    let settings = Settings { head: 2, ..settings };
    let packed = Some("1abc".to_owned());
    let link = Link { packed, ..Link::of(&settings, &six_tokens()) };
    assert_eq!(link.to_string(), "v=1&z=1abc&example=six-tokens&head=3");
}

#[test]
fn what_says_nothing_is_the_example_to_begin_with() {
    let loaded = six_tokens();
    let link = Link::read("v=1").unwrap();
    assert_eq!(link, Link::default());
    assert_eq!(link.settings(&loaded), opening(SampleId::SixTokens, &loaded));
}

#[test]
fn what_is_written_in_other_ways_is_read_all_the_same() {
    let expected = Link { head: Some(4), mask: Some(MaskPlan::NONE), ..Link::default() };
    for fragment in [
        "v=1&head=5&mask=none",
        "mask=none&head=5&v=1",
        "#v=1&&head=5&mask=none&",
        "v%3D1%26head%3d5%26mask=n%6Fne",
        "v=1&head=005&mask=none",
        "v=1&amp;head=5&amp;mask=none",
        "v=1&head=5&mask=none).",
        "v=1&mask=none&head=5.",
    ] {
        assert_eq!(Link::read(fragment), Ok(expected.clone()), "{fragment}");
    }
}

#[test]
fn numbers_are_held_in_their_bounds() {
    let read = |fragment: &str| Link::read(&format!("v=1&{fragment}")).unwrap();
    let most = read("head=99999999999999999999999&cell=99999999999999999999999,1");
    assert_eq!(most.head, Some((1 << 24) - 1));
    assert_eq!(most.selection.unwrap().query, (1 << 24) - 1);
}

#[test]
fn numbers_beyond_their_bounds_are_refused() {
    for (parameter, value, expected) in [
        ("divide", "1e300", Expected::Number),
        ("divide", "1e-300", Expected::Number),
        ("divide", "0", Expected::Number),
        ("colors", "1e300", Expected::Colors),
        ("convention", "column", Expected::Convention),
        ("present", "off", Expected::On),
        ("hide", "weights", Expected::Veil),
        ("head", "0", Expected::Count),
        ("matrix", "query", Expected::Matrix),
        ("cell", "0,0", Expected::Cell),
        ("cell", "1,0", Expected::Cell),
        ("lesson", "4", Expected::Lesson),
        ("lesson", "0.1", Expected::Lesson),
        ("lesson", "4.x", Expected::Lesson),
        ("lesson", "4.+1", Expected::Lesson),
    ] {
        let found = Link::read(&format!("v=1&{parameter}={value}"));
        let error = LinkError::Value { parameter, found: value.into(), expected };
        assert_eq!(found, Err(error), "{parameter}={value}");
    }
    // Heads of recorded models count from 0.
    assert_eq!(Link::read("v=1&example=smollm2&head=0").unwrap().head, Some(0));
}

#[test]
fn what_is_shown_otherwise_than_asked_is_told() {
    let check = |fragment: &str, expected: &[[&str; 3]]| {
        let shown = Selection::of(5, 1);
        let strays =
            Link::read(fragment).unwrap().strays(11, Stage::Softmax, MatrixName::Weights, shown);
        let told: Vec<_> = strays
            .iter()
            .map(|stray| match stray {
                Stray::Value { parameter, asked, shown } => [*parameter, asked, shown],
                Stray::Parameter(name) => [name, "", ""],
            })
            .collect();
        assert_eq!(told, expected, "{fragment}");
    };
    check("v=1", &[]);
    check("v=1&head=12&stage=softmax&cell=6,2", &[]);
    check("v=1&head=999", &[["head", "999", "12"]]);
    check("v=1&example=smollm2&head=999", &[["head", "999", "11"]]);
    check("v=1&stage=add-norm", &[["stage", "add-norm", "softmax"]]);
    check("v=1&matrix=queries", &[["matrix", "queries", "weights"]]);
    check("v=1&cell=99,2", &[["cell", "99,2", "6,2"]]);
    check("v=1&head=20&cell=6,99,2", &[["head", "20", "12"], ["cell", "6,99,2", "6,2"]]);
    check("v=1&haed=3&utm_source=chat", &[["haed", "", ""]]);
}

#[test]
fn parameters_that_mean_nothing_are_told() {
    let link = Link::read("v=1&haed=3&head=3&utm_source=chat&=4&haed").unwrap();
    assert_eq!(link.head, Some(2));
    assert_eq!(link.ignored, ["haed", "utm_source", "", "haed"]);
}

#[track_caller]
fn check_refused(fragment: &str, expected: LinkError, sentence: &str) {
    assert_eq!(Link::read(fragment), Err(expected.clone()), "{fragment}");
    assert_eq!(expected.to_string(), sentence);
}

#[test]
fn a_broken_link_is_refused_with_its_place() {
    let version = |found: &str| LinkError::Version { found: found.into() };
    let cut = |found: &str| {
        format!(
            "v: expected the version of the link, such as 1, found {found}; it may be cut off, \
             copy it whole"
        )
    };
    for nothing in ["", "#", "v", "head=3"] {
        check_refused(nothing, version(""), &cut("nothing"));
    }
    check_refused("v=one", version("one"), &cut("`one`"));
    check_refused("v=01", version("01"), &cut("`01`"));
    let newer = "v: the link is of version 2, newer than this page; reload the page";
    check_refused("v=2&head=new&head=news", LinkError::Newer { found: "2".into() }, newer);
    let escape = |found: &str| LinkError::Escape { found: found.into() };
    let wants = "expected % and two hexadecimal digits of a text in UTF-8";
    check_refused("v=1&head=%", escape("%"), &format!("`%`: {wants}"));
    check_refused("v=1&head=%zz1", escape("%zz"), &format!("`%zz`: {wants}"));
    check_refused("v=1&head=%ff", escape("\u{fffd}"), &format!("`\u{fffd}`: {wants}"));
    let twice = "head: expected once, found twice; remove one of them";
    check_refused("v=1&head=3&head=3", LinkError::Twice { parameter: "head" }, twice);
}

#[test]
fn a_value_that_its_parameter_cannot_have_is_refused() {
    #[track_caller]
    fn check(parameter: &'static str, values: &[&str], expected: Expected) {
        for value in values {
            let fragment = format!("v=1&{parameter}={value}");
            let error = LinkError::Value { parameter, found: (*value).to_owned(), expected };
            assert_eq!(Link::read(&fragment), Err(error), "{fragment}");
        }
    }
    check("example", &["", "seven-tokens", "Six-Tokens"], Expected::Example);
    check("block", &["0", "16", "-1"], Expected::Block);
    check("head", &["", "-1", "3.5", "+3", "three", "0x3", " 3", "３"], Expected::Count);
    check("stage", &["", "hardmax"], Expected::Stage);
    check("cell", &["", "3", ",3", "3,1,1,1,1,1", "3;1"], Expected::Cell);
    check("mask", &["", "half"], Expected::Mask);
    check("divide", &["", "0", "-8", "NaN", "inf", "1e999", "8,5"], Expected::Number);
    check("colors", &["", "all", "0", "-4"], Expected::Colors);
    check("view", &["", "mistake", "mistake.none", "Heads"], Expected::View);
    check("sort", &["", "number", "own", "Entropy"], Expected::Measure);
    check("lang", &["", "KO", "한국어", "k", "xxxxxxxxx"], Expected::Language);
    check("z", &["", "a+b", "a/b", "a b", "é"], Expected::Packed);
    let long = "x".repeat(5000);
    let error = Link::read(&format!("v=1&stage={long}")).unwrap_err();
    let told =
        format!("stage: expected the name of a stage, such as softmax, found `{}…`", &long[..40]);
    assert_eq!(error.to_string(), told);
    assert!(Link::read("v=1&example=smollm2&block=17").is_err());
}

#[test]
fn a_fragment_of_a_megabyte_is_refused_unread() {
    for fragment in ["v=1&z=", "v=1&", "%", "&=", "v=1&head=3"] {
        let fragment = fragment.repeat((1 << 20) / fragment.len());
        let (found, limit) = (fragment.len(), 2 * LONGEST);
        assert_eq!(Link::read(&fragment), Err(LinkError::TooLong { found, limit }));
    }
}

#[test]
fn what_is_wrong_with_a_link_is_said_in_korean() {
    let mut errors: Vec<LinkError> = ["", "v=2", "v=1&%", "v=1&z=1&z=1"]
        .into_iter()
        .chain([&*"v".repeat(1 << 20)])
        .map(|fragment| Link::read(fragment).unwrap_err())
        .collect();
    let value = |expected| LinkError::Value { parameter: "p", found: "값".into(), expected };
    errors.extend(Expected::ALL.map(value));
    for (found, version) in [("2", "버전 2를"), ("3", "버전 3을")] {
        let newer = LinkError::Newer { found: found.into() };
        assert!(newer.say(Language::Korean).contains(version));
    }
    for nothing in ["", "v=1&head="] {
        let error = Link::read(nothing).unwrap_err();
        assert!(!error.say(Language::Korean).contains("``") && !error.to_string().contains("``"));
    }
    let packed = [
        PackError::TooMuch { limit: LONGEST },
        PackError::Newer { found: '2' },
        PackError::Damaged,
        PackError::Document(DocumentError::Empty),
    ];
    let errors = errors.iter().map(|error| error as &dyn Say);
    for error in errors.chain(packed.iter().map(|error| error as &dyn Say)) {
        let (english, korean) = (error.say(Language::English), error.say(Language::Korean));
        assert_ne!(english, korean);
        assert!(["니다.", "세요.", ")"].iter().any(|end| korean.ends_with(end)), "{korean}");
    }
}

#[test]
fn the_length_of_an_address_is_judged() {
    let check = |length: usize, expected| assert_eq!(Length::of(&"x".repeat(length)), expected);
    check(0, Length::Fine);
    check(LONG, Length::Fine);
    check(LONG + 1, Length::Long);
    check(LONGEST, Length::Long);
    check(LONGEST + 1, Length::TooLong);
}
