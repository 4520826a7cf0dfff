import { element, milliseconds, size } from "./elements.js"

const share = (part, whole) => `${(100 * part) / whole}%`

/** What to look at first, in the list of a call: repeated and slow statements, waits. */
export function notesOf({ notes }) {
  if (notes.length === 0) return undefined
  return element(
    "ul",
    { class: "notes", "aria-label": "What makes this call slow" },
    ...notes.map((note) =>
      element(
        "li",
        {},
        note.text,
        note.place === undefined ? undefined : element("span", { class: "place" }, note.place),
      ),
    ),
  )
}

/** The operations of a call on a time line, with a scale. */
export function waterfallOf({ whole, ticks, rows }, count) {
  if (count === 0) return []
  return [
    element("h3", {}, `SQL, Redis and other operations (${count})`),
    element(
      "table",
      { class: "timeline" },
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          element(
            "th",
            { scope: "col" },
            element("span", { class: "unseen" }, "When"),
            scaleOf(whole, ticks),
          ),
          element("th", { scope: "col" }, "Operation"),
          element("th", { scope: "col", class: "number" }, "Took"),
        ),
      ),
      element("tbody", {}, ...rows.map((row) => rowOf(row, whole, ticks))),
    ),
  ]
}

function scaleOf(whole, ticks) {
  const last = ticks.length - 1
  const endsAtEdge = ticks[last] / whole > 0.85
  // The last label is left of its line then, in the place of the one before it.
  const free = ticks.filter((tick, at) => at === last || !endsAtEdge || tick / whole < 0.76)
  const labels = free.map((tick, at) => {
    const text = tick === ticks[last] ? `${tick.toLocaleString("en")} ms` : tick.toLocaleString("en")
    const label = element("span", { class: at === 0 ? "tick start" : "tick" }, text)
    label.style.left = share(tick, whole)
    if (tick === ticks[last] && endsAtEdge) label.className = "tick end"
    return label
  })
  return element("div", { class: "scale", "aria-hidden": "true" }, ...labels)
}

function rowOf(row, whole, ticks) {
  const { kind, isRunning, took, failed } = row
  const isSlow = took >= 100 && kind !== "hash"
  return element(
    "tr",
    { class: kind === "handler" || kind === "reply" ? "gap" : kind },
    element("td", {}, laneOf(row, whole, ticks)),
    element(
      "td",
      {},
      operationOf(row),
      failed === undefined ? undefined : element("p", { class: "failed" }, `failed: ${failed}`),
    ),
    element("td", { class: isSlow ? "number slow" : "number" }, isRunning ? "…" : milliseconds(took)),
  )
}

function laneOf({ kind, stretches }, whole, ticks) {
  const lane = element("div", { class: "lane", "aria-hidden": "true" })
  lane.style.setProperty("--tick", share(ticks[1] ?? whole, whole))
  for (const { at, ms } of stretches) {
    const bar = element("div", { class: `bar ${kind}` })
    bar.style.left = `min(${share(at, whole)}, 100% - 3px)`
    bar.style.width = share(ms, whole)
    lane.append(bar)
  }
  return lane
}

/** Folded: one line of text. Opened: the whole text, and each run. */
function operationOf(row) {
  const { kind, text, bytes, place, count, stretches } = row
  const label = [
    element("span", { class: "kind" }, kind),
    " ",
    count > 1 && kind !== "framework"
      ? element("strong", { class: "times" }, `${count} × the same `)
      : undefined,
    element("span", { class: "text" }, text),
    bytes === undefined ? undefined : ` ${size(bytes)}`,
    place === undefined ? undefined : element("span", { class: "place" }, place),
  ].filter((part) => part !== undefined)
  if (count === 0) return element("div", { class: "operation" }, ...label)
  return element(
    "details",
    { class: "operation" },
    element("summary", {}, ...label),
    ...(row.parts.length > 0 ? row.parts.map(partOf) : [element("pre", { tabindex: "0" }, text)]),
    element("p", { class: "quiet" }, `${count === 1 ? "" : `${count} times: `}${runsOf(stretches)}`),
  )
}

function partOf({ text, count, took }) {
  return element(
    "div",
    {},
    element("p", { class: "quiet" }, `${count === 1 ? "" : `${count} × the same, `}${milliseconds(took)}`),
    element("pre", { tabindex: "0" }, text),
  )
}

/** Each of a few runs; of many, the shortest and the longest. */
function runsOf(stretches) {
  if (stretches.length <= 5)
    return stretches.map(({ at, ms }) => `${milliseconds(ms)} after ${milliseconds(at)}`).join(", ")
  const lengths = stretches.map(({ ms }) => ms)
  return `${milliseconds(Math.min(...lengths))} to ${milliseconds(Math.max(...lengths))} each`
}
