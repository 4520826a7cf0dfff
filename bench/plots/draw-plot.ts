import { describePlot, type Panel, type Plot, type Row, valueOf } from "./plot.ts"

// On a phone a page is little wider than 300 pixels: a narrow drawing with large letters is still read there.
const width = 420
const margin = 14
// Of fonts that may be used, a wide one; bold letters are wider still.
const letter = 8
const boldLetter = 9
const gap = 8

const style = `
text { font: 15px system-ui, sans-serif; fill: #1f2328; stroke: #ffffff; stroke-width: 4px; paint-order: stroke; }
.title { font-weight: 600; }
.small { font-size: 14px; fill: #57606a; }
.own { font-weight: 600; }
.paper { fill: #ffffff; stroke: #d0d7de; }
.grid { stroke: #e4e8ec; }
.line { stroke: #57606a; stroke-width: 1.5; }
.mark, .track { fill: #7a838d; stroke: #7a838d; stroke-width: 1.5; }
.track { fill: none; stroke-width: 1; }
.mark.own { fill: #0b5cad; stroke: #0b5cad; }
.mark.baseline { fill: #ffffff; stroke: #57606a; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; stroke: #1b1b1f; }
  .small { fill: #a3adb8; }
  .paper { fill: #1b1b1f; stroke: #3c434b; }
  .grid { stroke: #32363c; }
  .line { stroke: #a3adb8; }
  .mark, .track { fill: #8b949e; stroke: #8b949e; }
  .track { fill: none; }
  .mark.own { fill: #6cb0ff; stroke: #6cb0ff; }
  .mark.baseline { fill: #1b1b1f; stroke: #a3adb8; }
}
`

/** Draws a plot as SVG, in light and in dark colours. */
export function drawPlot(plot: Plot): string {
  let top = margin
  const parts: string[] = []
  for (const panel of plot.panels) {
    const { lines, height } = drawPanel(panel, top)
    parts.push(...lines)
    top += height
  }
  const height = top
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escape(plot.title)}</title>`,
    `<desc id="desc">${escape(describePlot(plot))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...parts,
    "</svg>\n",
  ].join("\n")
}

function drawPanel(panel: Panel, top: number): { lines: string[]; height: number } {
  const { rows, digits } = panel
  const longest = Math.max(...rows.map(({ label }) => label.length))
  const values = Math.max(...rows.map(({ figure }) => (figure.missing ? 0 : valueOf(figure, digits).length)))
  // Long labels get a line of their own, above the bar.
  const isAbove = longest > 16
  const left = isAbove ? margin : margin + longest * letter + gap
  const right = width - margin - values * boldLetter - gap
  const { end, ticks } = axisOf(panel)
  const x = (value: number) => round(left + (value / end) * (right - left))

  const titles = wrap(panel.title, (width - 2 * margin) / (boldLetter + 0.6))
  const first = top + titles.length * 20 + 6
  const step = isAbove ? 42 : 26
  const bottom = first + rows.length * step
  const notes = wrap(panel.axis, (width - 2 * margin) / letter)
  const lines = [
    ...titles.map((text, at) => textAt(margin, top + 13 + at * 20, text, "title")),
    ...ticks.flatMap((tick) => [
      `<path class="grid" d="M${x(tick)} ${first}V${bottom}"/>`,
      textAt(x(tick), bottom + 17, tick.toLocaleString("en"), "small", "middle"),
    ]),
    ...(panel.line === undefined
      ? []
      : [`<path class="line" d="M${x(panel.line)} ${first - 2}V${bottom + 3}"/>`]),
    ...rows.flatMap((row, at) => drawRow(panel, row, { x, y: first + at * step, isAbove })),
    ...notes.map((text, at) => textAt(margin, bottom + 38 + at * 18, text, "small")),
  ]
  return { lines, height: bottom + 38 + notes.length * 18 + 4 - top }
}

interface Place {
  readonly x: (value: number) => number
  readonly y: number
  readonly isAbove: boolean
}

function drawRow({ form, digits }: Panel, { label, figure, kind }: Row, { x, y, isAbove }: Place): string[] {
  const middle = isAbove ? y + 30 : y + 13
  const name = textAt(margin, isAbove ? y + 16 : middle + 5, label, kind)
  const { middle: value, low, high, of } = figure
  if (value === undefined) return [name, textAt(x(0), middle + 5, valueOf(figure, digits), "small")]
  const shown = textAt(width - margin, middle + 5, valueOf(figure, digits), kind, "end")
  if (form === "bars")
    return [
      name,
      `<rect class="mark ${kind}" x="${x(0)}" y="${middle - 5}" width="${round(x(value) - x(0))}" height="10"/>`,
      ...(of === undefined
        ? []
        : [`<rect class="track" x="${x(0)}" y="${middle - 5}" width="${round(x(of) - x(0))}" height="10"/>`]),
      shown,
    ]
  const whisker =
    low === undefined || high === undefined || low === high
      ? []
      : [
          `<path class="mark ${kind}" d="M${x(low)} ${middle}H${x(high)}M${x(low)} ${middle - 5}v10M${x(high)} ${middle - 5}v10"/>`,
        ]
  return [name, ...whisker, `<circle class="mark ${kind}" cx="${x(value)}" cy="${middle}" r="3"/>`, shown]
}

/** An axis from zero to a little more than the largest value, with about five ticks. */
function axisOf({ rows, line = 0, most = 0 }: Panel): { end: number; ticks: number[] } {
  const largest = Math.max(
    line,
    most,
    ...rows.map(({ figure }) => Math.max(figure.middle ?? 0, figure.high ?? 0, figure.of ?? 0)),
  )
  const power = 10 ** Math.floor(Math.log10(largest / 4))
  const step = power * [1, 2, 2.5, 5, 10].find((one) => one * power * 4.5 >= largest)!
  const count = Math.floor(largest / step + 1e-9)
  return { end: largest, ticks: Array.from({ length: count + 1 }, (_, at) => round(at * step)) }
}

function textAt(x: number, y: number, text: string, className: string, anchor?: "middle" | "end"): string {
  const place = `x="${round(x)}" y="${round(y)}"${anchor === undefined ? "" : ` text-anchor="${anchor}"`}`
  return `<text class="${className}" ${place}>${escape(text)}</text>`
}

function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
