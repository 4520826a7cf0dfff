import { fileURLToPath } from "node:url"

/** A position relative to the working folder: `file:///here/src/main.ts:3:7` is `src/main.ts:3:7`. */
export function shortPlace(place: string): string {
  const [, file = place, rest = ""] = /^(.+?)((?::\d+){0,2})$/.exec(place) ?? []
  const path = file.startsWith("file:") ? fileURLToPath(file) : file
  const here = `${process.cwd()}/`
  return (path.startsWith(here) ? path.slice(here.length) : path) + rest
}
