import { once } from "node:events"
import type { Contender } from "./contenders.ts"
import { pointsOfJob, steps } from "./points.ts"
import { killed, Runner } from "./runner.ts"

/** What was found after processes were killed. */
export interface Kills {
  readonly kills: number
  /** Steps that began more than once. */
  readonly begunAgain: number
  /** Steps whose row was written once, and those that have two rows or more. */
  readonly writtenOnce: number
  readonly writtenAgain: number
  /** Jobs that have ended within a minute. */
  readonly ended: number
  /** Milliseconds from each death to the start of the next step. */
  readonly waits: readonly number[]
}

/** How a job is killed and waited for. */
export interface KillPlan {
  readonly kills: number
  /** How many work at the same time, each with its own database. */
  readonly lanes: number
  /** The name that the second process has for DBOS; the first is `one`. */
  readonly executor: string
}

/**
 * Kills the process of a job at each point in turn, starts another one, and waits until the job has ended.
 */
export async function killJobs(contender: Contender, url: string, plan: KillPlan): Promise<Kills> {
  const { lanes } = plan
  const numbers = Array.from({ length: plan.kills }, (_, at) => at)
  const found = await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      killInLane(
        contender,
        url,
        plan,
        numbers.filter((at) => at % lanes === lane),
      ),
    ),
  )
  const sum = (of: (one: Kills) => number) => found.reduce((all, one) => all + of(one), 0)
  return {
    kills: sum((one) => one.kills),
    begunAgain: sum((one) => one.begunAgain),
    writtenOnce: sum((one) => one.writtenOnce),
    writtenAgain: sum((one) => one.writtenAgain),
    ended: sum((one) => one.ended),
    waits: found.flatMap((one) => one.waits),
  }
}

async function killInLane(
  contender: Contender,
  url: string,
  { executor }: KillPlan,
  numbers: readonly number[],
): Promise<Kills> {
  const runner = await Runner.create(contender, url)
  const waits: number[] = []
  let [ended, deaths] = [0, 0]
  try {
    for (const job of numbers) {
      const victim = await runner.start({ NOTE_RUNS: "1", KILL_AT: String(1 + (job % pointsOfJob)) })
      const died = once(victim, "exit")
      runner.add(victim, { from: job, to: job })
      const [, signal] = (await died) as [number | null, NodeJS.Signals | null]
      if (signal === "SIGKILL") deaths++
      const at = Date.now()
      const next = await runner.start({ NOTE_RUNS: "1", EXECUTOR: executor })
      if (await runner.ended(ended + 1)) ended++
      await killed(next)
      const { rows } = await runner.client.query<{ began: Date | null }>(
        "select min(began) as began from runs where job = $1 and began > $2",
        [job, new Date(at)],
      )
      const began = rows[0]!.began
      if (began !== null) waits.push(began.getTime() - at)
    }
    const [counts] = (
      await runner.client.query<{ again: number; once: number; twice: number }>(
        `select (select count(*)::int from (select from runs group by job, at having count(*) > 1) as r) as again,
          count(*) filter (where n = 1)::int as once, count(*) filter (where n > 1)::int as twice
        from (select count(*) as n from effects group by job, at) as e`,
      )
    ).rows
    return {
      kills: deaths,
      begunAgain: counts!.again,
      writtenOnce: counts!.once,
      writtenAgain: counts!.twice,
      ended,
      waits,
    }
  } finally {
    await runner.remove()
  }
}

/** Whether each step of each job was written once. */
export function isExact({ kills, writtenOnce, ended }: Kills): boolean {
  return writtenOnce === kills * steps && ended === kills
}
