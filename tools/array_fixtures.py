"""Writes tests/fixtures/arrays.jsonl: arrays as NumPy and safetensors save them, with their numbers.

    python3 tools/array_fixtures.py > tests/fixtures/arrays.jsonl

Needs numpy, safetensors and ml_dtypes. Each line has `code`, which made the file, the file in
base64, and its arrays in the order in which they lie there: name, shape, values (numbers that JSON
lacks are texts), and for records the names of columns and rows.
"""

import base64
import io
import json

import ml_dtypes
import numpy as np
import safetensors.numpy

rng = np.random.default_rng(3)
BASE = np.round(rng.normal(size=24), 3)

NPY = {
    # Every type of real numbers, in both byte orders.
    **{
        f"{order}{kind}": f"(BASE * 9).astype('{order}{kind}').reshape(4, 6)"
        for order in "<>"
        for kind in ["f2", "f4", "f8", "i2", "i4", "i8", "u2", "u4", "u8"]
        if kind[0] != "u"
    },
    **{
        f"{order}{kind}": f"np.abs(BASE * 99).astype('{order}{kind}').reshape(6, 4)"
        for order in "<>"
        for kind in ["u2", "u4", "u8"]
    },
    "i1": "(BASE * 9).astype('i1')",
    "u1": "np.abs(BASE * 9).astype('u1')",
    "bool": "(BASE > 0).reshape(4, 6)",
    "not finite": "np.array([[np.nan, np.inf], [-np.inf, -0.0]])",
    "subnormal": "np.array([[5e-324, 1e-45], [6e-8, 65504]])",
    "half subnormal": "np.array([[6e-8, 65504]], 'f2')",
    "rank 3": "BASE.reshape(2, 3, 4)",
    "rank 5": "BASE.reshape(2, 1, 3, 2, 2)",
    "fortran rank 3": "np.asfortranarray(BASE.reshape(2, 3, 4))",
    "fortran rank 4": "np.asfortranarray(BASE.astype('>f4').reshape(2, 3, 2, 2))",
    "fortran bool": "np.asfortranarray((BASE > 0).reshape(4, 6))",
    "one value": "np.float32(0.1)",
    "texts": "np.array(['the', 'café', '고양이', '🙂', ''])",
    "texts, big-endian": "np.array(['the', '고양이']).astype('>U9')",
    "texts, fortran": "np.asfortranarray(np.array([['a', 'b', 'c'], ['d', 'e', 'f']]))",
    "bytes": "np.array(['the', '고양이'.encode()], dtype='S')",
    "records": "np.array([(1, 2.5, True), (-3, 0.1, False)], dtype=[('a', '>i4'), ('b', 'f8'), ('c', '?')])",
    "records with a name": "np.array([('the', 1, 2), ('cat', 3, 4)], dtype=[('word', 'U4'), ('x', 'f4'), ('y', 'f4')])",
    "records, aligned": "np.array([(1, 2.5), (3, 4.5)], dtype=np.dtype([('a', 'i1'), ('b', 'f8')], align=True))",
    "records with titles": "np.array([(1, 2.5)], dtype=[(('A long title', 'a'), 'i2'), ('b', 'f4')])",
}

NPZ = {
    "stored": "np.savez(file, x=BASE.reshape(4, 6), mask=BASE > 0, tokens=np.array(['a', 'b']))",
    "deflated": "np.savez_compressed(file, x=np.zeros((40, 60)), y=BASE.astype('f4'))",
    "fortran inside": "np.savez(file, x=np.asfortranarray(BASE.reshape(4, 6)))",
}

SAFETENSORS = {
    dtype: f"{{'x': (BASE * 9).astype({of}).reshape(4, 6)}}"
    for dtype, of in {
        "F64": "'f8'", "F32": "'f4'", "F16": "'f2'", "I64": "'i8'", "I32": "'i4'", "I16": "'i2'",
        "I8": "'i1'", "BF16": "ml_dtypes.bfloat16", "F8_E4M3": "ml_dtypes.float8_e4m3fn",
        "F8_E5M2": "ml_dtypes.float8_e5m2", "BOOL": "bool",
    }.items()
} | {
    "several": "{'b.weight': BASE.reshape(4, 6), 'a.bias': BASE[:4].astype('f2'), 'one': np.array(7)}",
    "unsigned": "{f'u{8 * n}': np.arange(250, 256).astype(f'u{n}') for n in (1, 2, 4, 8)}",
    "every E4M3": "{'x': np.arange(256).astype('u1').view(ml_dtypes.float8_e4m3fn)}",
    "every E5M2": "{'x': np.arange(256).astype('u1').view(ml_dtypes.float8_e5m2)}",
}


def number(value):
    value = float(value)
    if value != value:
        return "NaN"
    return value if abs(value) != float("inf") else ("Infinity" if value > 0 else "-Infinity")


def array(name, a):
    a = np.asarray(a)
    if a.dtype.names:
        names = [n for n in a.dtype.names if a.dtype[n].kind not in "US"]
        of = [n for n in a.dtype.names if a.dtype[n].kind in "US"]
        rows = [[number(row[n]) for n in names] for row in a]
        values = sum(rows, [])
        labels = [str(v) for v in a[of[0]]] if of else None
        return {"name": name, "shape": [len(rows), len(names)], "values": values,
                "columns": names, "rows": labels}
    flat = a.reshape(-1)  # in C order, whatever the order in memory
    if a.dtype.kind in "US":
        values = [v.decode() if isinstance(v, bytes) else str(v) for v in flat.tolist()]
    else:
        values = [number(v) for v in flat]
    return {"name": name, "shape": list(a.shape), "values": values}


def line(form, title, code, data, arrays):
    print(json.dumps({"form": form, "title": title, "code": code, "arrays": arrays,
                      "file": base64.b64encode(data).decode()}, ensure_ascii=False))


for title, code in NPY.items():
    file, a = io.BytesIO(), eval(code)
    np.save(file, a)
    line("npy", title, code, file.getvalue(), [array(None, a)])

for version in [(1, 0), (2, 0), (3, 0)]:
    file = io.BytesIO()
    np.lib.format.write_array(file, BASE.reshape(4, 6), version=version)
    line("npy", f"version {version[0]}", "np.lib.format.write_array", file.getvalue(),
         [array(None, BASE.reshape(4, 6))])

for title, code in NPZ.items():
    file = io.BytesIO()
    eval(code)
    read = np.load(io.BytesIO(file.getvalue()))
    line("npz", title, code, file.getvalue(), [array(name, read[name]) for name in read.files])

for title, code in SAFETENSORS.items():
    tensors = eval(code)
    data = safetensors.numpy.save(tensors)
    header = json.loads(data[8 : 8 + int.from_bytes(data[:8], "little")])
    header.pop("__metadata__", None)
    order = sorted(header, key=lambda name: header[name]["data_offsets"])
    line("safetensors", title, code, data, [array(name, tensors[name]) for name in order])
