import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { AttackedProcess } from "../attacked-process.ts"
import { differencesOf, type FetchRuntime, type Row, rowsOf, withRows } from "./runtime-table.ts"

const page = join(import.meta.dirname, "../../../../../docs/run/attacks.md")

/** What a runtime does differently: as the page lists it, and as it was found now. */
export interface RuntimeRows {
  readonly listed: readonly Row[]
  readonly found: readonly Row[]
}

/** Plays every attack, and gives the rows to compare. `ATTACKS=write` writes the runtime's table first. */
export async function compareRuntime(attacked: AttackedProcess, runtime: FetchRuntime): Promise<RuntimeRows> {
  const found = await differencesOf(attacked)
  if (process.env["ATTACKS"] === "write")
    writeFileSync(page, withRows(readFileSync(page, "utf8"), runtime, found))
  return { listed: rowsOf(readFileSync(page, "utf8"), runtime), found }
}
