import { ownPaths } from "./own-folder.ts"
import { shortPath } from "./short-path.ts"

/** An error's stack as its developer reads it: no frames of the framework or of the runtime, paths made short. */
export function shortStack(error: Error): string {
  const lines = (error.stack ?? String(error)).split("\n")
  const frames = foreignFrames(error)
  // In a bundle everything lies in one folder: then all frames stay.
  const shown = frames.length === 0 ? lines : [...lines.filter((line) => !isFrame(line)), ...frames]
  return shown.map((line) => line.replace(/file:\/\/[^\s()]+/, shortPath)).join("\n")
}

/** The frames of an error's stack that lie neither in the framework nor in the runtime. */
export function foreignFrames(error: Error): string[] {
  const lines = (error.stack ?? "").split("\n").filter(isFrame)
  return lines.filter(
    (line) => !ownPaths.some((folder) => line.includes(folder)) && !/\(?(?:node:|<anonymous>)/.test(line),
  )
}

function isFrame(line: string): boolean {
  return /^ {4}at /.test(line)
}
