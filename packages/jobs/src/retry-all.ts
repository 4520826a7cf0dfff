import type { Jobs } from "./jobs.ts"

/** The most jobs that one command makes wait again. */
const most = 10_000
/** How many are made to wait at a time. */
const atATime = 5

/** Makes the dead jobs of a name wait again, with progress on a terminal, until it is interrupted. Returns what it did. */
export async function retryAll(jobs: Jobs, job: string, signal: AbortSignal): Promise<string> {
  const dead = await jobs.list({ job, state: "dead", limit: most })
  const { createProgress } = await import("trivet/cli")
  const progress = createProgress({ total: dead.length, label: "retry" })
  const left = dead.values()
  let count = 0
  const work = async () => {
    for (const { id } of left) {
      if (signal.aborted) return
      if (await jobs.retry(id)) count++
      progress.add()
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  if (dead.length > 0) progress.end()
  const told = `${count} dead ${count === 1 ? "job" : "jobs"} of ${job} ${count === 1 ? "waits" : "wait"} again`
  return dead.length < most ? told : `${told}. There may be more: run the command again`
}
