import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fault } from "../faults.ts"

/**
 * Locks a folder for this process until it ends: two processes that write to one database destroy it. Throws an error
 * that names the process which holds the lock. The lock of a process that crashed does not count.
 */
export function claimFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const claim = join(folder, "trivet.pid")
  const owner = findOwner(claim)
  if (owner === process.pid) return
  if (owner !== undefined) throw fault("PGLITE_IN_USE", { folder, pid: owner })
  writeFileSync(claim, claimText())
  process.once("exit", () => rmSync(claim, { force: true }))
}

/** What a file contains that this process claims. */
export function claimText(): string {
  return `${process.pid} ${startOf(process.pid)}`
}

/** The process that claimed a file, if it is still running. */
export function findOwner(claim: string): number | undefined {
  try {
    const [pid, start] = readFileSync(claim, "utf8").split(" ")
    process.kill(Number(pid), 0)
    return start === startOf(Number(pid)) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/**
 * When a process started, in clock ticks of Linux, because process ids are reused. Empty if it is unknown, and for a
 * zombie process.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The program name is in parentheses and may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(")")).split(" ")
    return fields[1] === "Z" ? "" : (fields[20] ?? "")
  } catch {
    return ""
  }
}
