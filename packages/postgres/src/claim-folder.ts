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
  writeFileSync(claim, `${process.pid} ${startOf(process.pid)}`)
  process.once("exit", () => rmSync(claim, { force: true }))
}

/** Who has claimed it and still lives. */
function ownerOf(claim: string): number | undefined {
  try {
    const [pid, start] = readFileSync(claim, "utf8").split(" ")
    process.kill(Number(pid), 0)
    return start === startOf(Number(pid)) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/**
 * When a process started, in ticks of Linux: its number may be given to another one later. Empty where nobody says, and
 * for one that has ended, but whose parent has not asked how yet.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name of the program is in parentheses and may have spaces.
    const fields = stat.slice(stat.lastIndexOf(")")).split(" ")
    return fields[1] === "Z" ? "" : (fields[20] ?? "")
  } catch {
    return ""
  }
}
