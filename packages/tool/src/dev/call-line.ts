import { basename } from "node:path"
import { styleText } from "node:util"
import type { ShownCall } from "../dashboard/shown-call.ts"

/** How a line is shown. */
export interface CallLineOptions {
  readonly colors: boolean
  /** Whether to show the id of the call, with which its log lines can be found. */
  readonly ids: boolean
}

type Format = Parameters<typeof styleText>[0]

/** A call that has ended, in one line: `12:03:31  GET  /report  500  102 ms  TypeError notes-controller.ts:35`. */
export function callLine(call: ShownCall, { colors, ids }: CallLineOptions): string {
  const paint = (format: Format, text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  const { began, ms = 0, status = 500 } = call
  const [outcome, format] = outcomeOf(call)
  const id = ids ? requestIdOf(call) : undefined
  return [
    paint("dim", new Date(began + ms).toTimeString().slice(0, 8)),
    paint("cyan", status === 101 ? "socket" : call.method),
    call.path,
    paint(format, outcome),
    paint("dim", durationOf(ms)),
    ...(status >= 500 && call.error !== undefined ? [paint("red", errorOf(call.error))] : []),
    ...(id === undefined ? [] : [paint("dim", id)]),
  ].join("  ")
}

/** A status means something for requests only. */
function outcomeOf({ kind, status = 500 }: ShownCall): readonly [text: string, format: Format] {
  if (status === 101) return ["closed", "green"]
  if (kind !== "request") return status < 400 ? ["done", "green"] : ["failed", "red"]
  const format = status >= 500 ? "red" : status >= 400 ? "yellow" : status >= 300 ? "cyan" : "green"
  return [String(status), format]
}

/** Milliseconds as text. */
export function durationOf(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** The name of an error, and the place in the application where it was thrown. */
function errorOf({ title, source, frames }: NonNullable<ShownCall["error"]>): string {
  const name = /^[^\s:]+/.exec(title)?.[0] ?? title
  const place =
    source === undefined ? placeOfFrame(frames[0] ?? "") : `${basename(source.file)}:${source.line}`
  return place === "" ? name : `${name} ${place}`
}

/** The file and line of a frame. */
function placeOfFrame(frame: string): string {
  const [, file, line] = /([^\s()]+?):(\d+)(?::\d+)?\)?$/.exec(frame) ?? []
  return file === undefined ? "" : `${basename(file)}:${line}`
}

function requestIdOf({ reply }: ShownCall): string | undefined {
  return reply?.headers.find(([name]) => name.toLowerCase() === "x-request-id")?.[1]
}
