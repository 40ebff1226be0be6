//! Mask plans: what each hides and why, which plan a mask amounts to, and how they are written.

use std::sync::Arc;

use attnscope::{
    document::Document,
    math::{
        Corner, HiddenBy, Mask, MaskCell, MaskKind, MaskPlan, MaskRule, MaskSize, Problem, Remark,
        attend,
    },
    state::{mask_of_text, mask_text},
};
use ndarray::{Array2, Array3, array};

use crate::fixtures;

const UPPER: Option<Corner> = Some(Corner::UpperLeft);
const LOWER: Option<Corner> = Some(Corner::LowerRight);

fn plan(rule: MaskRule, causal: Option<Corner>) -> MaskPlan {
    MaskPlan::Rule { rule, causal }
}

fn padding(from: usize) -> MaskRule {
    MaskRule::Padding { from }
}

fn window(width: usize) -> MaskRule {
    MaskRule::Window { width }
}

fn prefix(length: usize) -> MaskRule {
    MaskRule::Prefix { length }
}

fn blocks(starts: &[usize]) -> MaskRule {
    MaskRule::Blocks { starts: starts.to_vec() }
}

fn cell(head: usize, query: usize, key: usize) -> MaskCell {
    MaskCell { head, query, key }
}

/// A row of the first head's mask for each query: `1` where it may look.
fn drawn(mask: &Mask, (n_queries, n_keys): MaskSize) -> Vec<String> {
    let sign = |i, j| if mask.term(0, i, j) == f64::NEG_INFINITY { '·' } else { '1' };
    (0..n_queries).map(|i| (0..n_keys).map(|j| sign(i, j)).collect()).collect()
}

#[track_caller]
fn check<const N: usize>(rule: MaskRule, causal: Option<Corner>, expected: [&str; N]) {
    let size = (N, expected[0].chars().count());
    let plan = plan(rule, causal);
    assert_eq!(drawn(&plan.mask(size), size), expected, "{plan:?}");
}

#[test]
fn rules_show_what_they_say() {
    check(MaskRule::All, None, ["111", "111"]);
    check(MaskRule::All, UPPER, ["1···", "11··", "111·", "1111"]);
    check(padding(2), None, ["11··", "11··", "11··", "11··"]);
    check(padding(2), UPPER, ["1···", "11··", "11··", "11··"]);
    check(window(2), None, ["11···", "111··", "·111·", "··111", "···11"]);
    check(window(2), UPPER, ["1····", "11···", "·11··", "··11·", "···11"]);
    check(window(0), None, ["··", "··"]);
    check(prefix(2), None, ["11··", "11··", "11··", "11··"]);
    check(prefix(3), UPPER, ["111··", "111··", "111··", "1111·", "11111"]);
    check(blocks(&[2, 3]), None, ["11···", "11···", "··1··", "···11", "···11"]);
    check(blocks(&[2]), UPPER, ["1···", "11··", "··1·", "··11"]);
    check(blocks(&[]), None, ["11", "11"]);
}

#[test]
fn corners_differ_where_lengths_do() {
    check(MaskRule::All, UPPER, ["1····", "11···"]);
    check(MaskRule::All, LOWER, ["1111·", "11111"]);
    check(MaskRule::All, UPPER, ["1·", "11", "11", "11"]);
    check(MaskRule::All, LOWER, ["··", "··", "1·", "11"]);
    check(MaskRule::All, LOWER, ["1··", "11·", "111"]);
    check(window(2), LOWER, ["··11·", "···11"]);
    check(prefix(1), LOWER, ["1·", "1·", "1·", "11"]);
    check(blocks(&[3]), LOWER, ["···1·", "···11"]);
}

fn plans() -> Vec<MaskPlan> {
    let rules = [
        MaskRule::All,
        padding(0),
        padding(3),
        padding(9),
        window(1),
        window(2),
        window(3),
        prefix(1),
        prefix(3),
        blocks(&[2]),
        blocks(&[1, 2, 4]),
    ];
    let corners = [None, UPPER, LOWER];
    rules.iter().flat_map(|rule| corners.map(|causal| plan(rule.clone(), causal))).collect()
}

const SIZES: [MaskSize; 6] = [(5, 5), (3, 6), (6, 3), (1, 4), (4, 1), (1, 1)];

#[test]
fn a_cell_has_a_reason_where_it_is_hidden_and_none_where_it_is_not() {
    for size in SIZES {
        for plan in plans() {
            let mask = plan.mask(size);
            for ((query, key), _) in Array2::<u8>::zeros(size).indexed_iter() {
                let is_hidden = mask.term(0, query, key) == f64::NEG_INFINITY;
                let reason = plan.hidden_by(cell(0, query, key), size);
                assert_eq!(reason.is_some(), is_hidden, "{plan:?} {size:?} {query} {key}");
            }
        }
    }
}

#[test]
fn the_reason_is_that_of_the_plan() {
    #[track_caller]
    fn check(rule: MaskRule, causal: Option<Corner>, at: (usize, usize), expected: HiddenBy) {
        let found = plan(rule, causal).hidden_by(cell(0, at.0, at.1), (5, 5));
        assert_eq!(found, Some(expected));
    }
    check(MaskRule::All, UPPER, (1, 2), HiddenBy::AfterQuery);
    check(padding(3), None, (1, 3), HiddenBy::Padding);
    check(padding(3), UPPER, (1, 4), HiddenBy::Padding);
    check(padding(3), UPPER, (1, 2), HiddenBy::AfterQuery);
    check(window(2), UPPER, (3, 1), HiddenBy::OutsideWindow);
    check(window(2), UPPER, (1, 4), HiddenBy::AfterQuery);
    check(window(2), None, (1, 4), HiddenBy::OutsideWindow);
    check(prefix(2), None, (4, 2), HiddenBy::OutsidePrefix);
    check(prefix(2), UPPER, (0, 2), HiddenBy::AfterPrefix);
    check(blocks(&[2]), UPPER, (3, 1), HiddenBy::OtherBlock);
    check(blocks(&[2]), UPPER, (2, 3), HiddenBy::AfterQuery);
    let painted = MaskPlan::NONE.with_term(cell(0, 1, 1), f64::NEG_INFINITY, (2, 2));
    assert_eq!(painted.hidden_by(cell(0, 1, 1), (2, 2)), Some(HiddenBy::Painted));
    assert_eq!(painted.hidden_by(cell(0, 0, 1), (2, 2)), None);
    let added = MaskPlan::Cells(Mask::Add(array![[0.0, f64::NEG_INFINITY]]).into());
    assert_eq!(added.hidden_by(cell(0, 0, 1), (1, 2)), Some(HiddenBy::Added));
}

#[test]
fn every_mask_is_recognized_as_a_plan_that_gives_it_again() {
    for size in SIZES {
        for plan in plans() {
            let mask = plan.mask(size);
            let allow = Array2::from_shape_fn(size, |(i, j)| mask.term(0, i, j) == 0.0);
            let of_heads = Array3::from_shape_fn((3, size.0, size.1), |(_, i, j)| allow[(i, j)]);
            let add = allow.mapv(|may_look| if may_look { 0.0 } else { f64::NEG_INFINITY });
            for mask in [
                mask,
                Mask::Allow(allow.clone()).into(),
                Mask::AllowPerHead(of_heads).into(),
                Mask::Add(add).into(),
            ] {
                let recognized = MaskPlan::of(&mask, size);
                assert!(matches!(recognized, MaskPlan::Rule { .. }), "{plan:?}: {recognized:?}");
                let again = recognized.mask(size);
                assert_eq!(drawn(&again, size), drawn(&mask, size), "{plan:?}: {recognized:?}");
            }
        }
    }
}

#[test]
fn masks_are_recognized_as_what_they_are_most_simply() {
    for plan in [
        MaskPlan::NONE,
        MaskPlan::CAUSAL,
        plan(padding(3), None),
        plan(padding(3), UPPER),
        plan(window(2), None),
        plan(window(2), UPPER),
        plan(prefix(3), UPPER),
        plan(blocks(&[2]), None),
        plan(blocks(&[1, 3]), UPPER),
    ] {
        assert_eq!(MaskPlan::of(&plan.mask((6, 6)), (6, 6)), plan);
    }
    let from_cache = plan(MaskRule::All, LOWER);
    assert_eq!(MaskPlan::of(&from_cache.mask((2, 5)), (2, 5)), from_cache);
    // Without causality, a prefix hides just what padding hides.
    assert_eq!(MaskPlan::of(&plan(prefix(2), None).mask((4, 4)), (4, 4)), plan(padding(2), None));
    // All that is seen is seen, whether yes and no or numbers say so.
    let all = Arc::new(Mask::Allow(Array2::from_elem((2, 3), true)));
    assert_eq!(MaskPlan::of(&all, (2, 3)), MaskPlan::NONE);
}

#[test]
fn masks_that_follow_no_rule_stay_as_they_are() {
    let masks = [
        Mask::Allow(array![[true, false, true], [true, true, false], [false, true, true]]),
        Mask::AllowPerHead(array![[[true, false]], [[true, true]]]),
        Mask::Add(array![[0.0, -1.5], [0.0, 0.0]]),
        Mask::AddPerHead(array![[[0.0, f64::NEG_INFINITY]], [[0.5, 0.0]]]),
    ];
    for (mask, kind, size) in
        masks.into_iter().zip([3, 2, 2, 2]).zip([3, 1, 2, 1]).map(|((mask, n_keys), n_queries)| {
            let kind = if mask.is_additive() { MaskKind::Added } else { MaskKind::Painted };
            (Arc::new(mask), kind, (n_queries, n_keys))
        })
    {
        let plan = MaskPlan::of(&mask, size);
        assert_eq!(plan, MaskPlan::Cells(Arc::clone(&mask)));
        assert!(Arc::ptr_eq(&plan.mask(size), &mask), "nothing is copied");
        assert_eq!(plan.kind(), kind);
    }
}

#[test]
fn masks_of_libraries_are_recognized() {
    #[track_caller]
    fn check(name: &str, expected: &MaskPlan) {
        let problem = Document::from_json(&fixtures::text(name)).unwrap().problem().unwrap();
        let p = problem.projected();
        let size = (p.n_queries(), p.n_keys());
        assert_eq!(MaskPlan::of(problem.shared_mask(), size), *expected, "{name}");
    }
    check("torch-mha", &MaskPlan::NONE);
    check("torch-mha-causal-bool", &MaskPlan::CAUSAL);
    check("keras-mha-causal", &MaskPlan::CAUSAL);
    check("torch-mha-key-padding", &plan(padding(4), None));
    check("bert-tiny-padded", &plan(padding(5), None));
}

/// As the page paints: a cell shown where it was hidden, and hidden where it was not.
fn toggled(plan: &MaskPlan, cell: MaskCell, size: (usize, usize)) -> MaskPlan {
    let is_hidden = plan.hidden_by(cell, size).is_some();
    plan.with_term(cell, if is_hidden { 0.0 } else { f64::NEG_INFINITY }, size)
}

#[test]
fn a_painted_cell_makes_any_plan_a_painted_one() {
    let size = (4, 4);
    for plan in plans() {
        let at = cell(0, 1, 2);
        let before = plan.mask(size);
        let painted = toggled(&plan, at, size);
        assert_eq!(painted.kind(), MaskKind::Painted);
        let differ = |plan: &MaskPlan| {
            let after = plan.mask(size);
            let is_hidden = |mask: &Mask, (i, j)| mask.term(0, i, j).is_infinite();
            let differs = |at: &(usize, usize)| is_hidden(&after, *at) != is_hidden(&before, *at);
            let cells = Array2::<u8>::zeros(size);
            cells.indexed_iter().map(|(at, _)| at).filter(differs).collect::<Vec<_>>()
        };
        assert_eq!(differ(&painted), [(1, 2)], "{plan:?}");
        assert_eq!(differ(&toggled(&painted, at, size)), [], "{plan:?}");
    }
    let outside = MaskPlan::CAUSAL.with_term(cell(0, 9, 9), f64::NEG_INFINITY, size);
    assert_eq!(drawn(&outside.mask(size), size), drawn(&MaskPlan::CAUSAL.mask(size), size));
}

#[test]
fn an_additive_plan_stays_additive_and_other_numbers_make_one() {
    let size = (2, 2);
    let added = MaskPlan::CAUSAL.with_term(cell(0, 1, 0), -1.5, size);
    assert_eq!(*added.mask(size), Mask::Add(array![[0.0, f64::NEG_INFINITY], [-1.5, 0.0]]));
    let hidden = toggled(&added, cell(0, 1, 0), size);
    assert!(hidden.mask(size).term(0, 1, 0).is_infinite());
    assert_eq!(*toggled(&hidden, cell(0, 1, 0), size).mask(size), {
        Mask::Add(array![[0.0, f64::NEG_INFINITY], [0.0, 0.0]])
    });
    let of_heads = Mask::AllowPerHead(Array3::from_elem((2, 2, 2), true)).into();
    let of_heads = toggled(&MaskPlan::Cells(of_heads), cell(1, 0, 0), size);
    let terms = [0, 1].map(|head| of_heads.mask(size).term(head, 0, 0));
    assert_eq!(terms.map(f64::is_infinite), [false, true]);
    let one_more = of_heads.with_term(cell(0, 1, 1), 2.0, size);
    assert!(matches!(*one_more.mask(size), Mask::AddPerHead(_)));
    let terms = [0, 1].map(|head| one_more.mask(size).term(head, 1, 1));
    assert_eq!(terms.map(f64::to_bits), [2_f64, 0.0].map(f64::to_bits));
}

#[test]
fn each_kind_opens_with_something_to_see_and_keeps_the_cells() {
    for size in SIZES {
        for before in plans() {
            for kind in MaskKind::ALL {
                let plan = MaskPlan::opening(kind, &before, size);
                assert_eq!(plan.kind(), kind);
                if matches!(kind, MaskKind::Painted | MaskKind::Added) {
                    let [found, expected] = [&plan, &before].map(|it| drawn(&it.mask(size), size));
                    assert_eq!(found, expected);
                }
            }
        }
    }
    let size = (6, 6);
    let rows = |kind| drawn(&MaskPlan::opening(kind, &MaskPlan::NONE, size).mask(size), size);
    assert_eq!(rows(MaskKind::Padding)[5], "1111··");
    assert_eq!(rows(MaskKind::Window)[5], "···111");
    assert_eq!(rows(MaskKind::Prefix)[0], "111···");
    assert_eq!(rows(MaskKind::Blocks)[5], "···111");
}

#[test]
fn a_painted_mask_of_another_size_shows_what_it_does_not_have() {
    let painted = MaskPlan::Cells(Mask::Allow(array![[false, true], [true, false]]).into());
    assert_eq!(drawn(&painted.mask((3, 3)), (3, 3)), ["·11", "1·1", "111"]);
    assert_eq!(drawn(&painted.mask((1, 2)), (1, 2)), ["·1"]);
    let added = MaskPlan::Cells(Mask::Add(array![[0.5]]).into());
    assert_eq!(*added.mask((1, 2)), Mask::Add(array![[0.5, 0.0]]));
}

#[test]
fn a_row_that_sees_nothing_gets_zeros_and_a_remark() {
    let document = Document::from_json(&fixtures::text("raschka-mha")).unwrap();
    let problem = document.problem().unwrap();
    let mask = plan(padding(0), None).mask((6, 6));
    let trace = attend(&problem.with_options(mask, problem.scale()).unwrap());
    assert!(trace.weights.iter().all(|weight| *weight == 0.0));
    assert_eq!(trace.remarks.len(), 2 * 6);
    assert_eq!(trace.remarks[0], Remark::SeesNoKey { head: 0, query: 0 });
}

#[test]
fn texts_of_masks_come_back_and_stay_as_they_are() {
    #[track_caller]
    fn check(plan: MaskPlan, text: &str) {
        assert_eq!(mask_text(&plan), text);
        assert_eq!(mask_of_text(text), Some(plan), "{text}");
    }
    check(MaskPlan::NONE, "none");
    check(MaskPlan::CAUSAL, "causal");
    check(plan(MaskRule::All, LOWER), "causal-end");
    check(plan(padding(4), None), "padding:5");
    check(plan(window(3), UPPER), "window:3:causal");
    check(plan(prefix(2), LOWER), "prefix:2:causal-end");
    check(plan(blocks(&[3, 5]), UPPER), "blocks:4,6:causal");
    let painted = array![[true, false, true], [true, true, false]];
    check(MaskPlan::Cells(Mask::Allow(painted).into()), "painted:2x3:b8");
    let of_heads = Mask::AllowPerHead(Array3::from_elem((2, 1, 2), true));
    check(MaskPlan::Cells(of_heads.into()), "painted:2x1x2:f");
    let add = Mask::Add(array![[0.0, f64::NEG_INFINITY, -0.1, 1e300]]);
    check(MaskPlan::Cells(add.into()), "add:1x4:0,-inf,-0.1,1e300");
    let of_heads = Mask::AddPerHead(array![[[1.5]], [[f64::INFINITY]]]);
    check(MaskPlan::Cells(of_heads.into()), "add:2x1x1:1.5,inf");
    for plan in plans() {
        if plan != self::plan(blocks(&[]), None) {
            assert_eq!(mask_of_text(&mask_text(&plan)), Some(plan));
        }
    }
}

#[test]
fn texts_that_are_no_masks_are_none() {
    for text in [
        "",
        "half",
        "causal:1",
        "none:causal",
        "padding",
        "padding:",
        "padding:0",
        "padding:-1",
        "padding:1:half",
        "padding:1:causal:1",
        "window:1.5",
        "window:99999999999999999999",
        "blocks:",
        "blocks:4,4",
        "blocks:6,4",
        "painted:2x2",
        "painted:2x2:ff",
        "painted:2x2:g",
        "painted:2:c",
        "painted:1x1x1x1:8",
        "painted:99999999x99999999:f",
        "add:1x1:",
        "add:1x2:1",
        "add:1x1:one",
        "add:0x0:1",
    ] {
        assert_eq!(mask_of_text(text), None, "{text}");
    }
}

#[test]
fn another_mask_needs_no_new_projection() {
    let problem = Document::from_json(&fixtures::text("raschka-mha")).unwrap().problem().unwrap();
    let chosen =
        attnscope::state::with_choices(&problem, Some(&plan(window(2), UPPER)), None).unwrap();
    assert!(Arc::ptr_eq(chosen.projected(), problem.projected()));
    let ready = r#"{"inputs": {"weights": [[0.5, 0.5]]}}"#;
    let ready: Problem = Document::from_json(ready).unwrap().problem().unwrap();
    let chosen = attnscope::state::with_choices(&ready, Some(&MaskPlan::CAUSAL), None).unwrap();
    assert_eq!(*chosen.mask(), Mask::None, "given weights are not masked");
}
