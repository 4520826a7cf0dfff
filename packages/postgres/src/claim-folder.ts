import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fault } from "./faults.ts"

/**
 * Makes a folder this process's own until it ends: two that write one database destroy it. Raises an error that names
 * the process which has it; one that has ended without a word has it no longer.
 */
export function claimFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const claim = join(folder, "trivet.pid")
  const owner = ownerOf(claim)
  if (owner === process.pid) return
  if (owner !== undefined) throw fault("PGLITE_IN_USE", { folder, pid: owner })
  writeFileSync(claim, String(process.pid))
  process.once("exit", () => rmSync(claim, { force: true }))
}

/** Who has claimed it and still lives. */
function ownerOf(claim: string): number | undefined {
  try {
    const pid = Number(readFileSync(claim, "utf8"))
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}
