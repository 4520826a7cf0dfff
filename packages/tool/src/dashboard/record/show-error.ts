import { readFileSync } from "node:fs"
import { sep } from "node:path"
import { fileURLToPath } from "node:url"
import { shortPlace } from "../../inspect/short-place.ts"
import type { ShownError, ShownSource } from "../shown-call.ts"

const around = 4
const frame = /(?:^|\(|\s)((?:file:\/\/)?\/[^\s():]+):(\d+):(\d+)\)?$/

/**
 * An error, with the source around its first frame in the application. Fields of drivers are omitted: they contain
 * rows.
 */
export function showError(thrown: unknown): ShownError {
  if (!(thrown instanceof Error)) return { title: String(thrown), frames: [], causes: [], source: undefined }
  const frames = framesOf(thrown)
  return {
    title: titleOf(thrown),
    frames: frames.map(({ text }) => text).slice(0, 30),
    causes: causesOf(thrown),
    source: sourceOf(frames),
  }
}

interface Frame {
  readonly text: string
  readonly file: string | undefined
  readonly line: number
}

function titleOf({ name, message, ...more }: Error & { readonly code?: unknown }): string {
  return `${name}${typeof more.code === "string" ? ` ${more.code}` : ""}: ${message}`
}

function causesOf(error: Error): readonly string[] {
  const causes: string[] = []
  // Bounded, because an error may be its own cause.
  for (let cause = error.cause; cause instanceof Error && causes.length < 5; cause = cause.cause)
    causes.push(titleOf(cause))
  return causes
}

/** Only the frames below the message: a message can contain a line that looks like a frame. */
function framesOf(error: Error): readonly Frame[] {
  const stack = error.stack ?? ""
  const at = stack.indexOf(error.message)
  if (at < 0) return []
  const lines = stack.slice(at + error.message.length).split("\n")
  return lines
    .filter((line) => /^\s+at /.test(line))
    .map((line) => {
      const [, place, number] = frame.exec(line) ?? []
      const file = place?.startsWith("file:") === true ? fileURLToPath(place) : place
      const text = line
        .trim()
        .slice(3)
        .replace(/(?:file:\/\/)?\/[^\s()]+/, shortPlace)
      return { text, file, line: Number(number) }
    })
}

function sourceOf(frames: readonly Frame[]): ShownSource | undefined {
  const first = frames.find(({ file }) => file !== undefined && isOwn(file))
  if (first?.file === undefined) return undefined
  try {
    const lines = readFileSync(first.file, "utf8").split("\n")
    const from = Math.max(1, first.line - around)
    return {
      file: shortPlace(first.file),
      line: first.line,
      first: from,
      lines: lines.slice(from - 1, first.line + around).map((line) => line.slice(0, 300)),
    }
  } catch {
    return undefined
  }
}

/** Whether a file is a source file of the application. */
function isOwn(file: string): boolean {
  return (
    file.startsWith(`${process.cwd()}${sep}`) &&
    !file.split(sep).includes("node_modules") &&
    /\.[cm]?[jt]sx?$/.test(file)
  )
}
