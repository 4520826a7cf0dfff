import type { Figure } from "../result.ts"

/** One row of a panel. */
export interface Row {
  readonly label: string
  readonly figure: Figure
  /** What the eye should find first, what the rows are compared with, or neither. */
  readonly kind: "own" | "baseline" | "other"
}

/** Rows on one axis. */
export interface Panel {
  readonly title: string
  /** What the axis counts, and which way is better. */
  readonly axis: string
  /** A dot has an interval around it; a bar begins at zero. */
  readonly form: "dots" | "bars"
  readonly digits: number
  /** The value of the baseline, drawn as a line. */
  readonly line?: number
  /** The least end of the axis: gives several plots the same axis. */
  readonly most?: number
  readonly rows: readonly Row[]
}

/** One picture. */
export interface Plot {
  readonly title: string
  readonly panels: readonly Panel[]
}

/** A figure as the plot shows it. */
export function valueOf({ middle, of, missing }: Figure, digits: number): string {
  if (middle === undefined) return missing ?? "not measured"
  const text = middle.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return of === undefined ? text : `${text} of ${of}`
}

/** The plot in words, with every figure that it shows. */
export function describePlot({ panels }: Plot): string {
  return panels
    .map(({ title, axis, digits, rows }, at) => {
      const values = rows.map(({ label, figure }) => `${label} ${valueOf(figure, digits)}`)
      const unit = panels[at - 1]?.axis === axis ? "" : ` (${axis})`
      return `${title}${unit}: ${values.join("; ")}.`
    })
    .join(" ")
}
