import { setTimeout as sleep } from "node:timers/promises"
import { Clock, Describe, inject, type Module, module, provide, token, type Token } from "trivet"
import {
  AppLog,
  AppMetrics,
  AppOperations,
  checkOptions,
  type OptionNames,
  Readiness,
  useCallScope,
} from "trivet/extend"
import { fault } from "./faults.ts"
import { jobKind } from "./job.ts"
import { JobCommands } from "./commands/job-commands.ts"
import { answerJobs } from "./run/job-platform.ts"
import { JobStore } from "./store/job-store.ts"
import { Jobs } from "./jobs.ts"
import { JobMetrics } from "./run/job-metrics.ts"
import { Outage } from "./run/outage.ts"
import { jobsForTools, jobsKey } from "./commands/jobs-for-tools.ts"
import { KnownJobs } from "./known-jobs.ts"
import { MemoryJobStore } from "./store/memory-job-store.ts"
import { PostgresJobStore } from "./store/postgres-job-store.ts"
import type { JobsDatabase, WholeDatabase } from "./store/sql-on.ts"
import "./version.ts"

/** Options of `jobs()`. */
export interface JobsOptions {
  /** The database class that jobs are stored in. Its module must be in `imports`. Default: jobs are kept in memory. */
  readonly database?: Token<JobsDatabase>
  /** Modules that export what the options name. Default: none. */
  readonly imports?: readonly Module[]
  /** Whether a process that serves also runs jobs. Default: true. */
  readonly run?: boolean
  /** How many jobs one process runs at a time. Default: 5, half of the connections that a pool has by default. */
  readonly concurrency?: number
  /**
   * Milliseconds after which another process takes over the jobs of a process that sends no heartbeat. Default: 30,000.
   * The minimum is 10,000.
   */
  readonly takeOverAfter?: number
  /** Days for which completed and cancelled jobs are kept. Default: 7. */
  readonly keepDays?: number
  /** Days for which dead jobs are kept. Default: 30, or `keepDays` if that is more. */
  readonly keepDeadDays?: number
  /** Milliseconds that running jobs have to finish when the process stops. Default: 4,000. */
  readonly stopTimeout?: number
  /** The name of the group of commands; `false` for no commands. Default: `jobs`. */
  readonly commands?: string | false
}

const optionNames: OptionNames<JobsOptions> = {
  database: true,
  imports: true,
  run: true,
  concurrency: true,
  takeOverAfter: true,
  keepDays: true,
  keepDeadDays: true,
  stopTimeout: true,
  commands: true,
}

/** Milliseconds between two polls of a queue without jobs, if no notification arrives earlier. */
const poll = 1_000

/**
 * Makes the module of jobs, which exports `Jobs`: `jobs({ database: Db, imports: [DatabaseModule] })`. Without a database,
 * jobs are kept in memory. A process that serves runs them too, unless `run` is false.
 */
export function jobs(options: JobsOptions = {}): Module {
  checkOptions(options, optionNames, "jobs()")
  const { database, imports = [], commands = "jobs" } = options
  const { concurrency = 5, takeOverAfter = 30_000, keepDays = 7, stopTimeout = 4_000 } = options
  const { keepDeadDays = Math.max(30, keepDays) } = options
  checkNumber("concurrency", concurrency, 1)
  checkNumber("takeOverAfter", takeOverAfter, 10_000)
  checkNumber("keepDays", keepDays, 1)
  checkNumber("keepDeadDays", keepDeadDays, 1)
  checkNumber("stopTimeout", stopTimeout, 0)
  const engine = token<object>("JobEngine")
  const group = token<object>("JobCommands")
  return module({
    name: "jobs",
    imports,
    exports: [Jobs],
    declarations: [
      provide(KnownJobs, () => new KnownJobs()),
      provide(JobMetrics, () => new JobMetrics(inject(AppMetrics))),
      provide(JobStore, () =>
        database === undefined
          ? new MemoryJobStore(inject(Clock))
          : new PostgresJobStore(inject(database) as WholeDatabase, {
              takeOverAfter,
              keepDays,
              keepDeadDays,
            }),
      ),
      provide(Jobs, () => {
        const [store, known] = [inject(JobStore), inject(KnownJobs)]
        // The published type hides this member, which only packages of the framework read.
        const readiness = inject(Readiness) as Readiness & { readonly isStopping: boolean }
        const isStopping = () => readiness.isStopping
        const metrics = inject(JobMetrics)
        const scope = useCallScope("jobs()")
        const operations = inject(AppOperations)
        return new Jobs({
          store,
          known,
          answer: answerJobs(known, store),
          current: () => scope.current(),
          clock: inject(Clock),
          log: inject(AppLog),
          options: {
            onEnd: (job, outcome, seconds) => metrics.note(job, outcome, seconds),
            pause: (milliseconds) =>
              operations.run({ kind: "timer", text: "pause of a job", values: [] }, () =>
                sleep(milliseconds),
              ),
            concurrency,
            poll,
            touchEvery: takeOverAfter / 3,
            stopTimeout,
            isStopping,
          },
        })
      }),
      provide(engine, () => new JobEngine(options.run ?? true)),
      provide(group, () =>
        commands === false ? {} : new JobCommands(inject(Jobs), inject(KnownJobs), commands),
      ),
    ],
  })
}

/** Starts and stops the processing of jobs. */
class JobEngine {
  readonly #jobs = inject(Jobs)
  readonly #describe = inject(Describe)
  readonly #metrics = inject(JobMetrics)
  readonly #log = inject(AppLog)
  readonly #runs: boolean
  readonly [jobsKey] = jobsForTools(this.#jobs, inject(KnownJobs), inject(Clock))

  constructor(runs: boolean) {
    this.#runs = runs
    const store = inject(JobStore)
    inject(AppOperations).timed.push({
      name: "jobs",
      run: () => this.#jobs.runDue(),
      moveTime: async (milliseconds) => store.moveTime?.(milliseconds),
    })
  }

  /** Commands connect when they first use jobs: most do not need them. */
  async onStart(): Promise<void> {
    if (this.#describe().platform !== "cli") await this.#jobs.open()
  }
  /** A process that serves jobs only always runs them, even if `run` is false. */
  async onServe(only?: string): Promise<void> {
    const outage = new Outage(this.#log, "jobs cannot be counted", "jobs can be counted again")
    this.#metrics.start(() => this.#jobs.queues(), outage)
    if (this.#runs || only === jobKind.name) await this.#jobs.start()
  }
  async onStop(): Promise<void> {
    this.#metrics.stop()
    await this.#jobs.stop()
  }
}

function checkNumber(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return
  throw fault("JOBS_OPTION_INVALID", { option, value, least })
}
