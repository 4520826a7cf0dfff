import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { claimText, findOwner } from "./claim-folder.ts"

/** How long to wait for another process, in milliseconds. Then the file is made without it. */
const patience = 240_000

/**
 * Makes a file that does not exist. If several processes or threads ask at the same time, one makes it and the others
 * wait. If that one is killed, another takes over. `make` must write the file atomically.
 */
export async function makeOnce(file: string, make: () => Promise<void>): Promise<void> {
  const lock = `${file}.lock`
  const until = performance.now() + patience
  while (!existsSync(file)) {
    const isMine = claim(lock)
    if (isMine || performance.now() > until) {
      try {
        // Another process may have made it since the last look.
        if (!existsSync(file)) await make()
      } finally {
        if (isMine) rmSync(lock, { force: true })
      }
      return
    }
    await sleep(50)
  }
}

/** Creates the lock with its content in one step: a lock without content would look like one of a killed process. */
function claim(lock: string): boolean {
  const own = `${lock}.${process.pid}.${crypto.randomUUID()}`
  try {
    mkdirSync(dirname(lock), { recursive: true })
    writeFileSync(own, claimText())
    linkSync(own, lock)
    return true
  } catch (error) {
    // The folder cannot be written, or has no links: then each process makes the file on its own.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return true
    if (findOwner(lock) === undefined) rmSync(lock, { force: true })
    return false
  } finally {
    rmSync(own, { force: true })
  }
}
