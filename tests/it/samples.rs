//! The examples that ship: each loads, and is what it says.

use std::{fs, path::PathBuf, sync::Arc};

use attnscope::{
    input::SafeTensors,
    math::{
        HeadCounts, Inputs, Mask, Matrix, OutputProjection, Problem, Scale, Start, Trace, attend,
        row_stats,
    },
    reader::{ReadError, read},
    samples::{Block, HeadPattern, Loaded, PointedHead, Printed, SampleId, built_in},
};
use ndarray::{Array, Axis, Dimension};

/// Every block of every real model.
fn blocks() -> impl Iterator<Item = (SampleId, &'static Block)> {
    SampleId::ALL.into_iter().flat_map(|id| id.blocks().iter().map(move |block| (id, block)))
}

fn bytes_of(block: &Block) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(block.asset);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", block.asset))
}

fn load(id: SampleId, block: &Block) -> Loaded {
    read(id, block.number, &bytes_of(block)).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn check_close<D: Dimension>(
    what: &str,
    ours: &Array<f64, D>,
    recorded: &Array<f64, D>,
    tolerance: f64,
) {
    assert_eq!(ours.shape(), recorded.shape(), "{what}");
    for (ours, recorded) in ours.iter().zip(recorded) {
        // NaN fails.
        assert!((ours - recorded).abs() <= tolerance, "{what}: {ours}, recorded {recorded}");
    }
}

/// Attention weights of one head, `[n_queries, n_keys]`.
fn weights_of(trace: &Trace, head: usize) -> Matrix {
    trace.weights.index_axis(Axis(0), head).to_owned()
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = numbers.fold((0.0, 0.0), |(sum, n), number| (sum + number, n + 1.0));
    sum / n
}

/// Mean weight on the previous token from row 2 on: before that, it is also the first.
fn on_previous(weights: &Matrix) -> f64 {
    mean((2..weights.nrows()).map(|i| weights[[i, i - 1]]))
}

/// Entropy of each row from row 1 on, as a part of what an even spread would have.
fn evenness(weights: &Matrix) -> f64 {
    let rows = weights.rows().into_iter().enumerate().skip(1);
    mean(rows.map(|(i, row)| row_stats(row).entropy / (i as f64 + 1.0).ln()))
}

/// Length of the value vector of each token.
fn value_lengths(trace: &Trace, head: usize) -> Vec<f64> {
    let values = trace.projected.values.iter();
    let of_head = values.map(|v| v.index_axis(Axis(0), trace.projected.kv_head(head)));
    of_head.flat_map(|v| v.map_axis(Axis(1), |row| row.dot(&row).sqrt())).collect()
}

#[test]
fn every_example_has_a_name_of_its_own() {
    let mut keys: Vec<_> = SampleId::ALL.iter().map(|id| id.key()).collect();
    for id in SampleId::ALL {
        assert_eq!(SampleId::of_key(id.key()), Some(id));
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), SampleId::ALL.len());
    assert_eq!(SampleId::of_key("seven-tokens"), None);
}

#[test]
fn every_listed_asset_ships_and_has_the_size_that_is_told() {
    assert_eq!(blocks().count(), 10);
    for (_, block) in blocks() {
        assert_eq!(bytes_of(block).len() as u64, block.bytes, "{}", block.asset);
    }
}

#[test]
fn the_default_block_is_one_of_the_blocks() {
    for id in SampleId::ALL {
        let default = id.default_block();
        assert_eq!(default.is_none(), id.blocks().is_empty());
        assert_eq!(default.and_then(|block| id.block(block.number)), default);
    }
}

#[test]
fn the_shipped_parameters_give_what_the_model_computed() {
    // Half precision; the states after the heads sum 576 or 384 terms and are up to 30 in size.
    let (half, state) = (5e-3, 1e-2);
    for (id, block) in blocks() {
        let bytes = bytes_of(block);
        let recorded = SafeTensors::parse(&bytes).unwrap();
        let loaded = load(id, block);
        let trace = attend(&loaded.problem);
        let check = |name: &str, ours: &Array<f64, ndarray::Ix3>, tolerance: f64| {
            check_close(name, ours, &recorded.heads(name).unwrap(), tolerance);
        };
        check("weights", &trace.weights, half);
        check("scaled", trace.scaled.as_ref().unwrap(), half);
        check("q", trace.projected.queries.as_ref().unwrap(), half);
        check("k", trace.projected.keys.as_ref().unwrap(), half);
        check("v", trace.projected.values.as_ref().unwrap(), half);
        check("context", trace.context.as_ref().unwrap(), half);
        let has_output = recorded.header().contains("output");
        assert_eq!(trace.output.is_some(), has_output, "{}", block.asset);
        if let Some(output) = &trace.output {
            check_close("output", output, &recorded.matrix("output").unwrap(), state);
        }
        assert_eq!(trace.add_norm.is_some(), id == SampleId::MiniLm);
        if let Some(norm) = &trace.add_norm {
            check_close("addnorm", &norm.output, &recorded.matrix("addnorm").unwrap(), state);
        }
        let agreement = loaded.recorded.expect("a real model is recorded").agreement(&trace);
        assert!(agreement.agrees, "{}: {agreement:?}", block.asset);
        assert_eq!(agreement.compared, trace.weights.len());
    }
}

#[test]
fn the_recorded_projections_give_the_recorded_weights() {
    for (id, block) in blocks() {
        let bytes = bytes_of(block);
        let recorded = SafeTensors::parse(&bytes).unwrap();
        let loaded = load(id, block);
        let given = loaded.problem.inputs();
        let before = if given.rotary.is_some() { "_pre_rope" } else { "" };
        let start = Start::Projections {
            queries: recorded.heads(&format!("q{before}")).unwrap().into(),
            keys: recorded.heads(&format!("k{before}")).unwrap().into(),
            values: recorded.heads("v").unwrap().into(),
        };
        let inputs = Inputs { start, add_norm: None, ..given.clone() };
        let problem = Problem::new(inputs, loaded.problem.mask().clone(), None).unwrap();
        let trace = attend(&problem);
        let check = |name: &str, ours| {
            check_close(name, ours, &recorded.heads(name).unwrap(), 1e-5);
        };
        check("q", trace.projected.queries.as_ref().unwrap());
        check("k", trace.projected.keys.as_ref().unwrap());
        check("scaled", trace.scaled.as_ref().unwrap());
        check("weights", &trace.weights);
        check("context", trace.context.as_ref().unwrap());
    }
}

#[test]
fn the_real_models_have_their_own_shapes_tokens_and_masks() {
    let smollm2 = load(SampleId::SmolLm2, SampleId::SmolLm2.default_block().unwrap());
    assert_eq!(smollm2.tokens, ["Data", " visualization", " em", "powers", " users", " to"]);
    assert_eq!(*smollm2.problem.mask(), Mask::Causal);
    assert_eq!(smollm2.problem.scale(), Scale::DivideBy(8.0));
    let heads = HeadCounts { queries: 9, keys_values: 3 };
    assert_eq!(smollm2.problem.inputs().heads, heads);
    assert_eq!(smollm2.default_head, 0);

    let minilm = load(SampleId::MiniLm, SampleId::MiniLm.default_block().unwrap());
    assert_eq!(minilm.tokens, ["[CLS]", "data", "visual", "##ization", "users", "[SEP]"]);
    assert_eq!(*minilm.problem.mask(), Mask::None);
    assert_eq!(minilm.problem.scale(), Scale::DivideBy(32_f64.sqrt()));

    for number in [10, 18] {
        let block = SampleId::SmolLm2.block(number).unwrap();
        let inputs = load(SampleId::SmolLm2, block).problem.inputs().clone();
        assert!(matches!(inputs.start, Start::Projections { .. }));
        assert_eq!(inputs.output, OutputProjection::Unknown);
    }
}

#[test]
fn a_pointed_head_does_what_its_pattern_says() {
    for (id, block) in blocks() {
        let trace = attend(&load(id, block).problem);
        for pointed in block.heads {
            check_pattern(block, *pointed, &trace);
        }
    }
}

#[track_caller]
fn check_pattern(block: &Block, pointed: PointedHead, trace: &Trace) {
    let weights = weights_of(trace, pointed.head);
    let n = weights.nrows();
    let (query, key) = pointed.cell;
    let holds = match pointed.pattern {
        HeadPattern::PreviousToken => on_previous(&weights) > 0.75,
        HeadPattern::NextToken => mean((1..n - 1).map(|i| weights[[i, i + 1]])) > 0.75,
        HeadPattern::Itself => mean((2..n).map(|i| weights[[i, i]])) > 0.75,
        HeadPattern::FirstTokenSink => {
            let lengths = value_lengths(trace, pointed.head);
            let others = mean(lengths[1..].iter().copied());
            mean((1..n).map(|i| weights[[i, 0]])) > 0.8 && lengths[0] < 0.1 * others
        }
        HeadPattern::NearUniform => evenness(&weights) > 0.85,
        // ` em|powers` to ` visualization`; ` to` to `powers`.
        HeadPattern::VerbToItsNoun => pointed.cell == (3, 1) && weights[[3, 1]] > 0.9,
        HeadPattern::BackToTheVerb => pointed.cell == (5, 3) && weights[[5, 3]] > 0.9,
        HeadPattern::PieceToItsWord => {
            pointed.cell == (3, 2) && weights[[3, 2]] > 0.9 && on_previous(&weights) < 0.5
        }
        // data, visual, ##ization: each gives the other two or itself most of its weight.
        HeadPattern::Content => {
            (1..=3).all(|i| (1..=3).map(|j| weights[[i, j]]).sum::<f64>() > 0.75)
        }
    };
    assert!(holds, "{}, {pointed:?}:\n{weights:.3}", block.asset);
    if pointed.pattern != HeadPattern::NearUniform {
        let largest = row_stats(weights.row(query)).largest.map(|(key, _)| key);
        assert_eq!(largest, Some(key), "{}, {pointed:?}:\n{weights:.3}", block.asset);
    }
}

#[test]
fn the_patterns_that_are_listed_are_the_patterns_there_are() {
    let used =
        |pattern| blocks().any(|(_, block)| block.heads.iter().any(|h| h.pattern == pattern));
    for pattern in HeadPattern::ALL {
        assert!(used(pattern), "{pattern:?} is never pointed at");
    }
}

#[test]
fn without_rotary_position_the_previous_token_head_loses_its_way() {
    // Recorded with the model: 0.7811 with rotary position, 0.0332 without.
    let loaded = load(SampleId::SmolLm2, SampleId::SmolLm2.block(16).unwrap());
    let with = on_previous(&weights_of(&attend(&loaded.problem), 0));
    let inputs = Inputs { rotary: None, ..loaded.problem.inputs().clone() };
    let problem = Problem::new(inputs, Mask::Causal, None).unwrap();
    let without = on_previous(&weights_of(&attend(&problem), 0));
    assert!((with - 0.7811).abs() < 1e-3, "{with}");
    assert!((without - 0.0332).abs() < 1e-3, "{without}");
}

#[test]
fn another_scale_or_mask_no_longer_agrees_with_the_model() {
    let loaded = load(SampleId::SmolLm2, SampleId::SmolLm2.block(16).unwrap());
    let recorded = loaded.recorded.unwrap();
    let other_mask = loaded.problem.with_options(Mask::None, loaded.problem.scale()).unwrap();
    assert!(!recorded.agreement(&attend(&other_mask)).agrees);
    let minilm = load(SampleId::MiniLm, SampleId::MiniLm.block(0).unwrap());
    let of_another_shape = recorded.agreement(&attend(&minilm.problem));
    assert!(!of_another_shape.agrees && of_another_shape.worst.is_nan());
}

#[test]
fn an_asset_that_is_not_what_it_should_be_is_refused() {
    let block = SampleId::SmolLm2.block(10).unwrap();
    let bytes = bytes_of(block);
    let unknown = read(SampleId::SmolLm2, 12, &bytes).unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "smollm2: expected one of the blocks [0, 10, 11, 13, 16, 18], found 12"
    );
    let cut = read(SampleId::SmolLm2, 10, &bytes[..bytes.len() - 1]);
    assert!(matches!(cut, Err(ReadError::Asset(_))));
    let html = read(SampleId::SmolLm2, 10, b"<!doctype html><title>404</title>");
    assert!(matches!(html, Err(ReadError::Asset(_))));
    let of_minilm = bytes_of(SampleId::MiniLm.block(0).unwrap());
    assert!(matches!(
        read(SampleId::SmolLm2, 0, &of_minilm),
        Err(ReadError::Checksum { asset: "assets/smollm2/block0.safetensors", .. })
    ));
    let of_another_block = bytes_of(SampleId::SmolLm2.block(18).unwrap());
    let of_another_block = read(SampleId::SmolLm2, 10, &of_another_block);
    assert!(matches!(of_another_block, Err(ReadError::Checksum { .. })));
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let flipped = read(SampleId::SmolLm2, 10, &flipped).unwrap_err();
    let told = "assets/smollm2/block10.safetensors: expected the checksum a2af47d9, found ";
    assert!(flipped.to_string().starts_with(told), "{flipped}");
}

fn load_without_asset(id: SampleId) -> Loaded {
    read(id, 0, &[]).unwrap_or_else(|error| panic!("{}: {error}", id.key()))
}

#[test]
fn every_example_loads_and_attends() {
    for id in SampleId::ALL {
        assert_eq!(built_in(id).is_some(), id == SampleId::SixTokens, "{}", id.key());
        let loaded = match id.default_block() {
            None => load_without_asset(id),
            Some(block) => load(id, block),
        };
        let trace = attend(&loaded.problem);
        let (n_heads, n_queries, n_keys) = trace.weights.dim();
        let tokens_k = loaded.tokens_k.as_ref().unwrap_or(&loaded.tokens);
        assert_eq!((loaded.tokens.len(), tokens_k.len()), (n_queries, n_keys), "{}", id.key());
        let (query, key) = loaded.default_cell;
        assert!(loaded.default_head < n_heads && query < n_queries && key < n_keys);
        let shown = trace.weights[[loaded.default_head, query, key]];
        assert!(shown > 0.0, "{}: the first cell to be shown is masked", id.key());
        for row in trace.weights.rows() {
            assert!((row.sum() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn the_examples_by_hand_agree_with_the_printed_numbers() {
    for (id, compared) in [(SampleId::ByHand, 36 + 36 + 18), (SampleId::ByHandTrainable, 26)] {
        let loaded = load_without_asset(id);
        let printed = loaded.printed.expect("a book prints it");
        let agreement = printed.agreement(&attend(&loaded.problem));
        assert!(agreement.agrees, "{}: {agreement:?}", id.key());
        assert_eq!(agreement.compared, compared);
        assert!(agreement.worst > 1e-5, "four decimals are no better than this");
    }
}

#[test]
fn a_changed_number_no_longer_agrees_with_the_printed_ones() {
    let loaded = load_without_asset(SampleId::ByHandTrainable);
    let printed = loaded.printed.expect("a book prints it");
    let mut inputs = loaded.problem.inputs().clone();
    let Start::Embeddings(embeddings) = &mut inputs.start else { panic!("not from embeddings") };
    Arc::make_mut(&mut embeddings.x_q)[[5, 2]] += 0.001;
    let changed = Problem::new(inputs, Mask::None, Some(loaded.problem.scale())).unwrap();
    assert!(!printed.agreement(&attend(&changed)).agrees);

    let trace = attend(&loaded.problem);
    for row in 0..printed.rows.len() {
        let mut misprinted = printed.clone();
        misprinted.rows[row].values[0][0] += 0.0001;
        assert!(!misprinted.agreement(&trace).agrees, "{:?}", misprinted.rows[row]);
        let mut beyond = printed.clone();
        beyond.rows[row].first_row = 6;
        assert!(!beyond.agreement(&trace).agrees);
    }
    let nothing = Printed { rows: vec![], ..printed };
    assert!(!nothing.agreement(&trace).agrees, "nothing was compared");
}

#[test]
fn without_parameters_the_words_are_their_own_queries_keys_and_values() {
    let loaded = load_without_asset(SampleId::ByHand);
    assert_eq!(loaded.tokens, ["Your", "journey", "starts", "with", "one", "step"]);
    assert_eq!(loaded.problem.scale().divisor().to_bits(), 1_f64.to_bits());
    let projected = loaded.problem.projected();
    let x = &projected.embeddings().unwrap().x_q;
    for same in [&projected.queries, &projected.keys, &projected.values] {
        assert_eq!(same.as_ref().unwrap().index_axis(Axis(0), 0), **x);
    }
}

#[test]
fn the_context_moves_a_word_of_two_meanings() {
    let loaded = load_without_asset(SampleId::AmbiguousWord);
    let trace = attend(&loaded.problem);
    let context = trace.context.as_ref().unwrap();
    let e = trace.projected.embeddings().unwrap();
    assert_eq!(e.x_q.row(0), e.x_q.row(3), "the word is the same both times");
    let [country, pavement] = [0, 1];
    assert!(context[(0, 0, pavement)] > 2.0 * context[(0, 0, country)], "walked on");
    assert!(context[(0, 3, country)] > 2.0 * context[(0, 3, pavement)], "traveled");
    // Each sentence is to itself.
    let weights = &trace.weights;
    assert!((0..3).all(|row| (3..6).all(|column| weights[(0, row, column)] == 0.0)));
}

#[test]
fn one_english_query_mixes_korean_values() {
    let loaded = load_without_asset(SampleId::CrossAttention);
    assert_eq!(loaded.tokens, ["Orange"]);
    assert_eq!(loaded.tokens_k.unwrap(), ["오랜", "지병", "으로", "쓰러졌다"]);
    let trace = attend(&loaded.problem);
    // Head 0 finds the word that sounds alike, head 1 the word of the same kind.
    for (head, key) in [(0, 0), (1, 1)] {
        let (largest, weight) = row_stats(weights_of(&trace, head).row(0)).largest.unwrap();
        assert_eq!(largest, key);
        assert!((0.5..0.9).contains(&weight), "a mixture with a clear winner: {weight}");
    }
    // Shares that are easily read, as lesson 7 reads them.
    let shares = weights_of(&trace, 0).row(0).mapv(|weight| (weight * 100.0).round());
    assert_eq!(shares.to_vec(), [70.0, 25.0, 2.0, 3.0]);
    let scores = trace.projected.scores.as_ref().unwrap().iter();
    assert!(scores.clone().any(|s| *s < 0.0) && scores.clone().any(|s| *s > 0.0));
}
