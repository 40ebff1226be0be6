// Attention in plain loops of 64-bit floats: nothing of ours, to compare with.

const columns = (matrix) => matrix[0].map((_, at) => matrix.map((row) => row[at]));
const dot = (one, two) => one.reduce((sum, value, at) => sum + value * two[at], 0);

/** The product of two matrices. */
export const product = (one, two) => one.map((row) => columns(two).map((column) => dot(row, column)));

/**
 * The stages of one head, by their names on the page. Without projections Q, K and V are X, the keys' own where
 * there is one; `mayLook(i, j)` says whether query i may see key j; scores are divided by √d_k where nothing
 * else is said.
 */
export function attend({ x, xKeys = x, wQ, wK, wV, mayLook = () => true, divisor }) {
  const through = (matrix, w) => (w ? product(matrix, w) : matrix);
  const [Queries, Keys, Values] = [through(x, wQ), through(xKeys, wK), through(xKeys, wV)];
  const Scores = product(Queries, columns(Keys));
  const Scaled = Scores.map((row) => row.map((score) => score / (divisor ?? Math.sqrt(Keys[0].length))));
  const Masked = Scaled.map((row, i) => row.map((score, j) => (mayLook(i, j) ? score : -Infinity)));
  const Weights = Masked.map((row) => {
    const powers = row.map((score) => Math.exp(score - Math.max(...row)));
    const sum = powers.reduce((one, two) => one + two, 0);
    return powers.map((power) => power / sum);
  });
  return { Queries, Keys, Values, Scores, Scaled, Masked, Weights, Context: product(Weights, Values) };
}

/** What is measured of weights `[queries][keys]`, in plain loops; every query sees a key here. */
export function measure(weights) {
  const mean = (rows, of) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const all = weights.map((_, query) => query);
  const apart = all.slice(2);
  const sum = (query, of) => weights[query].reduce((sum, weight, key) => sum + of(weight, key), 0);
  return {
    previous: mean(apart, (query) => weights[query][query - 1]),
    first: mean(apart, (query) => weights[query][0]),
    itself: mean(apart, (query) => weights[query][query]),
    entropy: mean(all, (query) => sum(query, (weight) => (weight ? -weight * Math.log(weight) : 0))),
    distance: mean(all, (query) => sum(query, (weight, key) => weight * Math.abs(query - key))),
  };
}

/** Places from the largest number to the smallest; equal ones in their order. */
export const ranked = (numbers) => numbers.map((_, at) => at).sort((one, two) => numbers[two] - numbers[one]);

/** The color of a weight on light paper: straight in Oklab from paper to blue (Ottosson 2020), in 255 steps. */
export function colorOf(weight) {
  const lab = ([lightness, chroma, hue]) => {
    const turn = (hue * Math.PI) / 180;
    return [lightness, chroma * Math.cos(turn), chroma * Math.sin(turn)];
  };
  const [zero, end] = [lab([0.97, 0.007, 89]), lab([0.475, 0.105, 243])];
  const t = Math.floor(weight * 255 + 0.5) / 255;
  const [L, a, b] = zero.map((from, at) => from + t * (end[at] - from));
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const light = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const encoded = (c) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
  return `rgb(${light.map((c) => Math.round(encoded(Math.min(1, Math.max(0, c))) * 255)).join(", ")})`;
}
