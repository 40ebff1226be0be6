"""Prints of NumPy under many options, each with the numbers that it shows.

    pip install numpy
    python tools/numpy_prints.py > tests/fixtures/numpy_prints.jsonl

One JSON object a line: `print`, `shape`, `values` (flat; what is no number is a text). Values are
drawn so that what is printed is all of them: with `floatmode` unique, or of few decimals.
"""

import json
import sys

import numpy as np

rng = np.random.default_rng(20261129)


def shown(value):
    value = value.item() if not isinstance(value, np.floating) else float(str(value))
    if isinstance(value, bool):
        return value
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return value


seen = set()


def entry(text, array):
    if text in seen:
        return
    seen.add(text)
    values = [shown(value) for value in array.ravel()]
    json.dump({"print": text, "shape": list(array.shape), "values": values}, sys.stdout)
    print()


def arrays():
    shapes = [(1, 1), (1, 5), (5, 1), (2, 3), (2, 12), (1, 18), (4, 4), (2, 3, 2), (1, 2, 3),
              (2, 2, 2, 2), (9, 1, 2)]
    for i, shape in enumerate(shapes):
        scale = [1.0, 1e-6, 1e9, 1e-300][i % 4]
        yield rng.standard_normal(shape) * scale
        yield (rng.standard_normal(shape) * 3).astype(np.float32)
        yield rng.integers(-50, 50, shape)
    yield rng.integers(0, 2, (3, 4)).astype(bool)
    yield np.round(rng.standard_normal((3, 4)), 2)
    yield np.array([[1.0, np.nan], [np.inf, -np.inf]])
    yield np.array([[5e-324, 1.7976931348623157e308], [-0.0, 2.2250738585072014e-308]])
    yield np.float16(rng.standard_normal((2, 4)))


options = [
    {},
    {"floatmode": "unique", "linewidth": 40},
    {"floatmode": "unique", "linewidth": 200, "sign": "+"},
    {"floatmode": "unique", "sign": " ", "nanstr": "NaN", "infstr": "Infinity"},
]
for array in arrays():
    for option in options:
        with np.printoptions(precision=17, threshold=10**9, **{"floatmode": "unique", **option}):
            entry(str(array), array)
            entry(repr(array), array)
