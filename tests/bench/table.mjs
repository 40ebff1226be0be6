// Statistics of a list of times, and a table of them.

/** The value below which the share `p` (0 … 1) of the sorted values lie; NaN for none. */
export function quantile(values, p) {
  const sorted = values.toSorted((a, b) => a - b);
  const place = p * (sorted.length - 1);
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return sorted.length ? below + (above - below) * (place - Math.floor(place)) : NaN;
}

/** `rows`: `{ name, values, unit = "ms" }`, or `{ name, note }` for a single fact. */
export function table(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const number = (value) => value.toFixed(1).padStart(9);
  const line = ({ name, values, note, unit = "ms" }) => {
    if (note !== undefined) return `${name.padEnd(width)}  ${note}`;
    const numbers = [0.5, 0.95, 1].map((p) => number(quantile(values, p))).join("");
    return `${name.padEnd(width)}${numbers}  ${unit}${String(values.length).padStart(8 - unit.length)}`;
  };
  const head = `${"".padEnd(width)}${["median", "p95", "max"].map((word) => word.padStart(9)).join("")}       count`;
  return [head, ...rows.map(line)].join("\n");
}
