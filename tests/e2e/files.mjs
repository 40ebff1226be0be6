// Files as other programs write and read them, in plain JavaScript: nothing of ours is asked, so that what the
// page makes of them, and what it saves, is compared with something else.

import assert from "node:assert/strict";
import { inflateRawSync, inflateSync } from "node:zlib";

/** How numbers lie in an array: the writer of a value, and the size. */
const DTYPES = {
  "<f8": [8, (view, at, value) => view.setFloat64(at, value, true)],
  "<f4": [4, (view, at, value) => view.setFloat32(at, value, true)],
  ">f8": [8, (view, at, value) => view.setFloat64(at, value, false)],
};

const count = (shape) => shape.reduce((product, length) => product * length, 1);

function numbers(dtype, values) {
  const [size, write] = DTYPES[dtype];
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  values.forEach((value, at) => write(view, at * size, value));
  return bytes;
}

/** The checksum of archives and of pictures; Node has had it only since 20.15. */
function crc32(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** An array as `numpy.save` writes it, of numbers in the order of rows, or of texts. */
export function npy(values, shape, dtype = "<f8") {
  const [descr, body] = typeof values[0] === "string" ? texts(values) : [dtype, numbers(dtype, values)];
  assert.equal(values.length, count(shape));
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(", ")})`;
  const head = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const length = Math.ceil((10 + head.length + 1) / 64) * 64 - 10;
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, length & 255, length >> 8]);
  return Buffer.concat([start, Buffer.from(`${head.padEnd(length - 1)}\n`, "latin1"), body]);
}

/** Texts as NumPy has them: UTF-32, all of one length. */
function texts(values) {
  const points = values.map((text) => Array.from(text, (letter) => letter.codePointAt(0)));
  const longest = Math.max(...points.map((text) => text.length));
  const padded = points.flatMap((text) => [...text, ...Array(longest - text.length).fill(0)]);
  return [`<U${longest}`, new Uint8Array(Uint32Array.from(padded).buffer)];
}

/** An archive of files, not compressed, as `numpy.savez` writes it. */
export function zip(files) {
  const [local, central] = [[], []];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(bytes.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(name.length, 22);
    local.push(Buffer.from("PK\x03\x04"), about, Buffer.from(name), bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x00"), about, place, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}

/** Arrays of 32-bit floats as `safetensors` saves them: `{ name: [values, shape] }`. */
export function safetensors(arrays) {
  const [head, bodies] = [{}, []];
  let offset = 0;
  for (const [name, [values, shape]] of Object.entries(arrays)) {
    const body = numbers("<f4", values);
    head[name] = { dtype: "F32", shape, data_offsets: [offset, offset + body.length] };
    offset += body.length;
    bodies.push(body);
  }
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...bodies]);
}

/** What `numpy.load` reads of a file: `{ shape, values }`; numbers, flags or texts. */
export function readNpy(bytes) {
  assert.equal(bytes.subarray(0, 6).toString("latin1"), "\x93NUMPY");
  const [start, length] = bytes[6] === 1 ? [10, bytes.readUInt16LE(8)] : [12, bytes.readUInt32LE(8)];
  const head = bytes.subarray(start, start + length).toString("latin1");
  assert.equal((start + length) % 64, 0, "numbers begin where memory likes it");
  const [, descr] = head.match(/'descr': '(.*?)'/);
  const shape = head.match(/'shape': \((.*?)\)/)[1].split(",").filter((it) => it.trim()).map(Number);
  assert.match(head, /'fortran_order': False/);
  const body = bytes.subarray(start + length);
  const width = Number(descr.slice(2));
  const letters = (at) => Array.from({ length: width }, (_, i) => body.readUInt32LE((at * width + i) * 4));
  const read = {
    "<f8": (at) => body.readDoubleLE(at * 8),
    "|b1": (at) => body[at] === 1,
    "<i8": (at) => Number(body.readBigInt64LE(at * 8)),
    [`<U${width}`]: (at) => String.fromCodePoint(...letters(at).filter((point) => point !== 0)),
  }[descr];
  assert.ok(read, descr);
  return { shape, values: Array.from({ length: count(shape) }, (_, at) => read(at)) };
}

/** The files of an archive, by name. */
export function unzip(bytes) {
  const end = bytes.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = bytes.readUInt32LE(end + 16);
  const files = {};
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(bytes.toString("latin1", at, at + 4), "PK\x01\x02");
    const [method, checksum, length] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [named, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const name = bytes.toString("utf8", at + 46, at + 46 + named);
    const place = bytes.readUInt32LE(at + 42);
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const packed = bytes.subarray(start, start + length);
    const content = method === 0 ? packed : inflateRawSync(packed);
    assert.equal(crc32(content), checksum, name);
    files[name] = content;
    at += 46 + named + extra + comment;
  }
  return files;
}

/** A picture of eight bits a channel: `{ width, height, pixel(x, y) }`, a pixel as its channels. */
export function readPng(bytes) {
  assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  const chunks = {};
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const kind = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    assert.equal(crc32(bytes.subarray(at + 4, at + 8 + length)), bytes.readUInt32BE(at + 8 + length), kind);
    (chunks[kind] ??= []).push(body);
    at += length + 12;
  }
  const [width, height] = [chunks.IHDR[0].readUInt32BE(0), chunks.IHDR[0].readUInt32BE(4)];
  const [depth, color] = chunks.IHDR[0].subarray(8);
  const channels = { 2: 3, 6: 4 }[color];
  assert.deepEqual([depth, channels > 0], [8, true]);
  const rows = unfilter(inflateSync(Buffer.concat(chunks.IDAT)), width * channels, height, channels);
  const pixel = (x, y) => [...rows[y].subarray(x * channels, (x + 1) * channels)];
  return { width, height, pixel };
}

/** Rows of a picture, their filters undone: each says what its bytes are the difference from. */
function unfilter(raw, stride, height, step) {
  const rows = [];
  for (let y = 0; y < height; y += 1) {
    const [filter, row] = [raw[y * (stride + 1)], Buffer.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))];
    const above = rows[y - 1] ?? Buffer.alloc(stride);
    for (let x = 0; x < stride; x += 1) {
      const [a, b, c] = [row[x - step] ?? 0, above[x], above[x - step] ?? 0];
      row[x] += [0, a, b, (a + b) >> 1, nearest(a, b, c)][filter];
    }
    rows.push(row);
  }
  return rows;
}

/** Of three neighbors the one that is nearest to what they foretell (PNG, filter 4). */
function nearest(a, b, c) {
  const far = [a, b, c].map((it) => Math.abs(a + b - c - it));
  return [a, b, c][far.indexOf(Math.min(...far))];
}
