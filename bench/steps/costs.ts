import type { ChildProcess } from "node:child_process"
import type { PrivatePostgres } from "@trivet/postgres/testing"
import { shuffle } from "../figures.ts"
import { cpuTimeOf } from "../http/cpu-time.ts"
import { contenders } from "./contenders.ts"
import { steps } from "./points.ts"
import { Runner } from "./runner.ts"

/** What one job cost in a round. */
export interface Cost {
  /** Microseconds of processor time of the process. */
  readonly process: number
  /** Microseconds of processor time of PostgreSQL. */
  readonly server: number
  readonly statements: number
  readonly milliseconds: number
}

/** Lets PostgreSQL count statements. */
export async function countStatements(server: PrivatePostgres): Promise<void> {
  await server.query("alter system set shared_preload_libraries = 'pg_stat_statements'")
  await server.stop("fast")
  await server.start()
  await server.query("create extension pg_stat_statements")
}

/** Runs the same jobs with all contenders, without kills, in turns and in random order. A round has a figure of each of them. */
export async function measureCosts(
  server: PrivatePostgres,
  { rounds, jobs }: { readonly rounds: number; readonly jobs: number },
): Promise<Map<string, Cost[]>> {
  const lanes: { readonly runner: Runner; readonly child: ChildProcess; done: number }[] = []
  const costs = new Map<string, Cost[]>()
  try {
    for (const contender of contenders) {
      const runner = await Runner.create(contender, server.url)
      lanes.push({ runner, child: await runner.start(), done: 0 })
      costs.set(contender.name, [])
    }
    // Two for the compiler.
    for (let round = -2; round < rounds; round++)
      for (const lane of shuffle(lanes)) {
        const { runner, child } = lane
        for (const other of lanes) if (other !== lane) other.child.kill("SIGSTOP")
        child.kill("SIGCONT")
        const before = await figures(server, runner, child)
        const began = performance.now()
        runner.add(child, { from: lane.done + 1, to: lane.done + jobs })
        lane.done += jobs
        if (!(await runner.ended(lane.done))) throw new Error(`${runner.contender.name}: jobs have not ended`)
        const milliseconds = performance.now() - began
        const after = await figures(server, runner, child)
        await checkEffects(runner, lane.done)
        if (round >= 0)
          costs.get(runner.contender.name)!.push({
            process: (after.process - before.process) / 1_000 / jobs,
            server: cpuSince(before.server, after.server) / 1_000 / jobs,
            statements: (after.statements - before.statements) / jobs,
            milliseconds: milliseconds / jobs,
          })
      }
    return costs
  } finally {
    for (const { runner } of lanes) await runner.remove()
  }
}

/** Nanoseconds of processor time so far, and statements of the contender's database, without those of this program. */
async function figures(server: PrivatePostgres, runner: Runner, child: ChildProcess) {
  const { rows } = await runner.client.query<{ name: string }>("select current_database() as name")
  const [counted] = await server.query<{ n: number }>(
    `select coalesce(sum(calls), 0)::int as n from pg_stat_statements as s join pg_database as d on d.oid = s.dbid
    where d.datname = $1 and s.query not like 'select count(%' and s.query not like 'select current_database%'`,
    [rows[0]!.name],
  )
  return {
    process: cpuTimeOf(child.pid!),
    server: cpuTimes(server.processes),
    statements: counted!.n,
  }
}

/** Nanoseconds of each process. One that ends meanwhile, such as a vacuum, is not counted. */
function cpuTimes(pids: readonly number[]): ReadonlyMap<number, number> {
  const times = new Map<number, number>()
  for (const pid of pids)
    try {
      times.set(pid, cpuTimeOf(pid))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  return times
}

function cpuSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}

/** Throws unless each step was written once. */
async function checkEffects({ client, contender }: Runner, jobs: number): Promise<void> {
  const counts = "select count(*)::int as all, count(distinct (job, at))::int as different from effects"
  const [found] = (await client.query<{ all: number; different: number }>(counts)).rows
  if (found!.all !== jobs * steps || found!.different !== jobs * steps)
    throw new Error(
      `${contender.name}: ${jobs} jobs wrote ${found!.all} rows, ${found!.different} different ones`,
    )
}
