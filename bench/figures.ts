/** The value below which the given share of the values lies, between neighbours by proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)]!
  return low + (sorted[Math.ceil(at)]! - low) * (at % 1)
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The middle half of the values, as `0.95–0.97`. */
export function spread(values: readonly number[], digits = 3): string {
  return `${quantile(values, 0.25).toFixed(digits)}–${quantile(values, 0.75).toFixed(digits)}`
}

/** The same values in an order left to chance. */
export function shuffle<T>(values: readonly T[]): T[] {
  return values
    .map((value) => [Math.random(), value] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, value]) => value)
}

/** Rows under a head, as a Markdown table whose columns line up in a terminal too. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(" | ")} |`
  const rule = widths.map((width, at) => (at === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join("\n")
}
