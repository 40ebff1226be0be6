//! Mistakes as they stand in code, which is the same in every language.

use crate::math::Mistake;

/// The wrong line.
pub fn in_code(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::DirectSplit => "q = q.view(B, H, L, d_k)",
        Mistake::Tiled => "k = k.repeat(1, H // KV, 1, 1)",
        Mistake::NoScaling => "scores = q @ k.mT",
        Mistake::ModelWidth => "scores = q @ k.mT / math.sqrt(d_model)",
        Mistake::ZeroFill => "scores = scores * may_look",
        Mistake::FiniteFill => "scores.masked_fill(~may_look, -1e9)",
        Mistake::InvertedMask => "mha(x, x, x, attn_mask=may_look)",
        Mistake::SoftmaxAxis => "torch.softmax(scores, dim=-2)",
        Mistake::MaskAfterSoftmax => "torch.softmax(scores, dim=-1) * may_look",
        Mistake::Renormalized => "w = w * may_look; w = w / w.sum(-1, keepdim=True)",
        Mistake::Dropout => "model.train()",
        Mistake::HeadsAdded => "context.sum(dim=1)",
        Mistake::NoOutput => "return concat",
    }
}

/// The right one.
pub fn right_code(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::DirectSplit => "q = q.view(B, L, H, d_k).transpose(1, 2)",
        Mistake::Tiled => "k = k.repeat_interleave(H // KV, dim=1)",
        Mistake::NoScaling | Mistake::ModelWidth => "scores = q @ k.mT / math.sqrt(q.size(-1))",
        Mistake::ZeroFill
        | Mistake::FiniteFill
        | Mistake::MaskAfterSoftmax
        | Mistake::Renormalized => "scores.masked_fill(~may_look, float(\"-inf\"))",
        Mistake::InvertedMask => "mha(x, x, x, attn_mask=~may_look)",
        Mistake::SoftmaxAxis => "torch.softmax(scores, dim=-1)",
        Mistake::Dropout => "model.eval()",
        Mistake::HeadsAdded => "context.transpose(1, 2).reshape(B, L, H * d_v)",
        Mistake::NoOutput => "return concat @ w_o + b_o",
    }
}
