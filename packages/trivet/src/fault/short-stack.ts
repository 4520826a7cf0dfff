import { shortPath } from "./short-path.ts"

const own = new URL("..", import.meta.url).href

/** An error's stack as its developer reads it: no frames of the framework or of the runtime, paths made short. */
export function shortStack(error: Error): string {
  const lines = (error.stack ?? String(error)).split("\n")
  const kept = lines.filter(
    (line) => !/^ {4}at /.test(line) || !(line.includes(own) || line.includes("node:")),
  )
  // In a bundle everything lies in one folder: then all frames stay.
  const shown = kept.some((line) => /^ {4}at /.test(line)) ? kept : lines
  return shown.map((line) => line.replace(/file:\/\/[^\s()]+/, shortPath)).join("\n")
}
