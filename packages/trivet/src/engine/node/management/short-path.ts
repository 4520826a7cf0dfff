import { relative } from "node:path"
import { fileURLToPath } from "node:url"

/** A file below the working directory without it. */
export function shortPath(url: string): string {
  if (!url.startsWith("file:")) return url
  const path = fileURLToPath(url)
  const short = relative(process.cwd(), path)
  return short.startsWith("..") ? path : short
}
