import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Calls } from "../http/cases.ts"

/** The variable that names the folder whose files all servers serve. */
export const folderVariable = "WEB_BENCH_FOLDER"

/** A file that is asked for, and what Trivet is to reach. */
export interface FileCase extends Calls {
  readonly name: string
  readonly title: string
  readonly size: number
  /** The least share of bare's speed. */
  readonly least: number
}

const script = "../../blog/wrk/one-path.lua"

/** The cases, by the names that `--cases` takes. */
export const fileCases: readonly FileCase[] = [
  { name: "1k", title: "GET a file of 1 KiB", path: "/assets/1k.css", script, size: 1024, least: 0.9 },
  { name: "64k", title: "GET a file of 64 KiB", path: "/assets/64k.css", script, size: 65_536, least: 0.9 },
  { name: "1m", title: "GET a file of 1 MiB", path: "/assets/1m.css", script, size: 1_048_576, least: 0.9 },
]

/** Makes a folder with a file for each case. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "trivet-bench-web-"))
  for (const { path, size } of fileCases)
    writeFileSync(join(folder, path.slice("/assets/".length)), "a { b: c }\n".repeat(size).slice(0, size))
  return folder
}
