import { ownPaths } from "../own-folder.ts"
import { shortPath } from "./short-path.ts"

/** A shortened stack of an error: without frames of the framework and the runtime, with short paths. */
export function shortStack(error: Error): string {
  const lines = (error.stack ?? String(error)).split("\n")
  const frames = foreignFrames(error)
  // In a bundle all code is in one file, so frames cannot be distinguished and all of them stay.
  const shown = frames.length === 0 ? lines : [...lines.filter((line) => !isFrame(line)), ...frames]
  return shown.map((line) => line.replace(/file:\/\/[^\s()]+/, shortPath)).join("\n")
}

/** The frames of an error's stack that are neither in the framework nor in the runtime. */
export function foreignFrames(error: Error): string[] {
  const lines = (error.stack ?? "").split("\n").filter(isFrame)
  return lines.filter(
    (line) => !ownPaths.some((folder) => line.includes(folder)) && !/\(?(?:node:|<anonymous>)/.test(line),
  )
}

function isFrame(line: string): boolean {
  return /^ {4}at /.test(line)
}
