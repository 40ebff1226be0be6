// Multi-head attention as an ONNX model, written byte by byte: protocol buffers need little more than numbers,
// lengths and tags. Numbers of fields are those of onnx.proto (ONNX 1.16, IR version 8, operator set 13).

const FLOAT = 1; // TensorProto.DataType
const INT64 = 7;

/** A whole number, seven bits at a time. */
function varint(number) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(number)); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return Uint8Array.from([...bytes, low]);
    bytes.push(low | 128);
  }
}

function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const whole = (field, number) => joined([varint(field << 3), varint(number)]);
const bytes = (field, content) => joined([varint((field << 3) | 2), varint(content.length), content]);
const text = (field, content) => bytes(field, new TextEncoder().encode(content));

function tensor(name, dimensions, numbers) {
  const type = numbers instanceof Float32Array ? FLOAT : INT64;
  const raw = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return joined([...dimensions.map((length) => whole(1, length)), whole(2, type), text(8, name), bytes(9, raw)]);
}

function attribute(name, value) {
  const content = Array.isArray(value)
    ? [...value.map((number) => whole(8, number)), whole(20, 7)] // ints
    : [whole(3, value), whole(20, 2)]; // int
  return joined([text(1, name), ...content]);
}

function node(type, inputs, output, attributes = {}) {
  const of = Object.entries(attributes).map(([name, value]) => bytes(5, attribute(name, value)));
  return joined([...inputs.map((name) => text(1, name)), text(2, output), text(4, type), ...of]);
}

function value(name, dimensions) {
  const shape = joined(dimensions.map((length) => bytes(1, whole(1, length))));
  return joined([text(1, name), bytes(2, bytes(1, joined([whole(1, FLOAT), bytes(2, shape)])))]);
}

/**
 * The model of `{ n, width, heads, weights: { w_q, w_k, w_v, w_o }, mask }`: `x [n, width]` in, `y [n, width]` out. The
 * mask is added, `[n, n]`. Queries are scaled rather than scores, which are more.
 */
export function attentionModel({ n, width, heads, weights, mask }) {
  const d = width / heads;
  const split = (name, order) => [
    node("MatMul", ["x", `w_${name}`], `${name}_flat`),
    node("Reshape", [`${name}_flat`, "split"], `${name}_split`),
    node("Transpose", [`${name}_split`], name, { perm: order }),
  ];
  const nodes = [
    ...split("q", [1, 0, 2]),
    ...split("k", [1, 2, 0]),
    ...split("v", [1, 0, 2]),
    node("Mul", ["q", "scale"], "q_scaled"),
    node("MatMul", ["q_scaled", "k"], "scores"),
    node("Add", ["scores", "mask"], "masked"),
    node("Softmax", ["masked"], "attention", { axis: -1 }),
    node("MatMul", ["attention", "v"], "context"),
    node("Transpose", ["context"], "context_split", { perm: [1, 0, 2] }),
    node("Reshape", ["context_split", "flat"], "concat"),
    node("MatMul", ["concat", "w_o"], "y"),
  ];
  const constants = [
    ...Object.entries(weights).map(([name, numbers]) => tensor(name, [width, width], numbers)),
    tensor("mask", [n, n], mask),
    tensor("scale", [], Float32Array.of(1 / Math.sqrt(d))),
    tensor("split", [3], BigInt64Array.of(BigInt(n), BigInt(heads), BigInt(d))),
    tensor("flat", [2], BigInt64Array.of(BigInt(n), BigInt(width))),
  ];
  const graph = joined([
    ...nodes.map((it) => bytes(1, it)),
    text(2, "attention"),
    ...constants.map((it) => bytes(5, it)),
    bytes(11, value("x", [n, width])),
    bytes(12, value("y", [n, width])),
  ]);
  return joined([whole(1, 8), bytes(7, graph), bytes(8, whole(2, 13))]);
}
