import { arrow, box, label, svgFile } from "./svg.ts"

/** What happens between the participants of a sequence, from top to bottom. */
export interface Step {
  /** A message from one participant to another, or work of one, where both are the same. */
  readonly from: string
  readonly to: string
  readonly text: string
  /** The message does not arrive. */
  readonly lost?: boolean
  /** Begins or ends the frame of a transaction around the steps. */
  readonly frame?: "begin" | "end"
}

/** A sequence of messages between participants. */
export interface Sequence {
  readonly title: string
  readonly participants: readonly string[]
  readonly steps: readonly Step[]
}

const laneWidth = 130
const stepHeight = 42

/** Draws a sequence, with the participants side by side. */
export function drawSequence({ title, participants, steps }: Sequence): string {
  const width = laneWidth * participants.length + 16
  const height = 72 + stepHeight * steps.length
  const x = (name: string) => {
    const index = participants.indexOf(name)
    if (index < 0) throw new Error(`"${title}" has no participant "${name}"`)
    return 8 + laneWidth * (index + 0.5)
  }
  const y = (index: number) => 84 + stepHeight * index
  const heads = participants.map(
    (name) =>
      `${box(x(name) - 60, 12, 120, 30)}${label(x(name), 32, name, "head")}<path class="lane" d="M${x(name)} 42V${height - 10}"/>`,
  )
  const begin = steps.findIndex(({ frame }) => frame === "begin")
  const end = steps.findIndex(({ frame }) => frame === "end")
  const frame = begin < 0 ? "" : box(8, y(begin) - 28, width - 16, y(end) - y(begin) + 40, "span")
  const drawn = steps.map((step, index) => drawStep(step, x(step.from), x(step.to), y(index)))
  const about = steps.map(({ from, to, text, lost }) =>
    from === to ? `${from}: ${text}.` : `${from} to ${to}${lost ? ", lost" : ""}: ${text}.`,
  )
  return svgFile(title, about.join(" "), width, height, [frame, ...heads, ...drawn].join("\n"))
}

function drawStep({ text, lost = false }: Step, from: number, to: number, y: number): string {
  if (from === to) {
    const width = text.length * 7.2 + 16
    return `${box(from - width / 2, y - 20, width, 26)}${label(from, y - 3, text, "small")}`
  }
  const style = lost ? "missing" : ""
  return `${label((from + to) / 2, y - 8, text, lost ? "small fault" : "small")}${arrow(from, lost ? (from + to) / 2 : to, y, style)}`
}
