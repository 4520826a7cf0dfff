import pg from "pg"

/** How many steps a job has. */
export const steps = 6

/** The points that a process can be killed at: before each step, before and after its insert, and after it. */
export const pointsOfJob = steps * 4

/** How many jobs a process runs at a time. */
export const concurrency = 10

/** Connections of the pool that the steps write with. */
export const poolSize = 13

/** The tables of the steps. None has a unique index: what is written twice must be seen. */
export const createTables = `create table effects (job int not null, at int not null, result int not null);
  create table runs (job int not null, at int not null, began timestamptz not null default clock_timestamp())`

/** What a runner is asked for: to add these jobs. */
export interface Added {
  readonly from: number
  readonly to: number
}

let reached = 0

/** One of the points of a job. The process kills itself at the one whose number is in KILL_AT. */
export async function point(): Promise<void> {
  if (++reached === Number(process.env["KILL_AT"])) process.kill(process.pid, "SIGKILL")
  await new Promise((go) => setImmediate(go))
}

let notes: pg.Pool | undefined

/** Notes that a step began, outside of its transaction, if NOTE_RUNS is set. */
export async function noteRun(job: number, at: number): Promise<void> {
  if (process.env["NOTE_RUNS"] === undefined) return
  notes ??= new pg.Pool({ connectionString: process.env["DATABASE_URL"] })
  await notes.query("insert into runs (job, at) values ($1, $2)", [job, at])
}

/** Says that the process runs jobs, and adds those that it is asked for. */
export function ready(add: (job: number) => Promise<unknown>): void {
  process.on("message", ({ from, to }: Added) => {
    for (let job = from; job <= to; job++) void add(job)
  })
  process.on("disconnect", () => process.exit())
  process.send!("ready")
}
