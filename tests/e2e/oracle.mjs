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
