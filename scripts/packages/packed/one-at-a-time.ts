import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** Does some work while no other process of this machine does what has the same folder. */
export async function oneAtATime<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  while (!claim(folder)) await sleep(100)
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, "pid"), String(process.pid))
    return true
  } catch {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    return false
  }
}

/** Whether the process that claimed it is gone. */
function isAbandoned(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"
  }
}
