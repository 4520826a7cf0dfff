import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"
import type { Log } from "../../../log/log.ts"
import { type CountsMessage, heartbeatInterval, type WorkerMessage } from "./worker-message.ts"
import { spawnWorker, stopWorker, type WorkerProcess } from "./worker-process.ts"

/** How many workers a supervisor keeps running, and how. */
export interface SupervisorOptions {
  readonly count: number
  readonly log: Log
  /** The most milliseconds that a worker may take to stop. */
  readonly stopTimeout: number
  /** For how many milliseconds a worker may send no heartbeat. */
  readonly hangTimeout: number
  /** Called when workers fail to start and none is serving. */
  readonly giveUp: (fault: Fault) => void
}

/** A worker that has served for so many milliseconds is replaced at once; after shorter lives the pause grows. */
const stableAfter = 2_000
const firstPause = 100
const longestPause = 5_000
/** The supervisor gives up after so many failed starts in a row, if no worker is serving. */
const maxFailedStarts = 6
/** How long a worker may take to start. Every `onStart()` has a shorter limit of its own. */
const startTimeout = 120_000

/** Keeps a number of workers running: one that exits unexpectedly is replaced. */
export class Supervisor {
  /** The port of all workers; known when the first one serves. */
  port: number | undefined
  readonly #options: SupervisorOptions
  readonly #workers = new Set<WorkerProcess>()
  readonly #allServing = Promise.withResolvers<void>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #heartbeats: NodeJS.Timeout
  /** Whether new workers are given the port. Otherwise they ask for the program's, and get the socket of the others. */
  #givesPort = false
  #stopping = false
  #restarting: Promise<void> | undefined
  /** How many workers in a row exited soon after they had started, and how many did not start at all. */
  #earlyExits = 0
  #failedStarts = 0
  /** How many workers exited although nobody had stopped them. */
  #deaths = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#heartbeats = setInterval(() => this.#checkHeartbeats(), heartbeatInterval).unref()
  }

  /** How many are serving and not stopping. */
  get serving(): number {
    return [...this.#workers].filter(({ servingSince, stopping }) => servingSince !== undefined && !stopping)
      .length
  }

  /**
   * Starts all workers: one first, so that an error of the program is reported once, and what must happen once, such as
   * migrations, is done when the others start.
   */
  async start(): Promise<void> {
    const { count } = this.#options
    const first = this.#spawn()
    // Not replaced when it exits: a program that fails at its first start is not started again.
    first.stopping = true
    if (!(await first.ready)) throw notStarted(1, await first.exited)
    first.stopping = false
    for (let more = 1; more < count; more++) this.#spawn()
    if (count > 1) await this.#allServing.promise
  }

  /** Replaces all workers, one at a time, each by one that serves already. A second call joins the first. */
  restart(): Promise<void> {
    return (this.#restarting ??= this.#restart().finally(() => (this.#restarting = undefined)))
  }

  /** Stops all workers. False when one had to be killed. */
  async stop(): Promise<boolean> {
    this.#stopping = true
    clearInterval(this.#heartbeats)
    for (const pause of this.#pauses) clearTimeout(pause)
    const outcomes = await Promise.all([...this.#workers].map((worker) => this.#stopWorker(worker, false)))
    return outcomes.every((outcome) => outcome === 0 || outcome === "SIGTERM")
  }

  /** Kills all workers. */
  kill(): void {
    this.#stopping = true
    for (const { handle } of this.#workers) handle.process.kill("SIGKILL")
  }

  #stopWorker(worker: WorkerProcess, replaced: boolean): Promise<number | string> {
    // A little more than the worker gives itself, so that it can log what it had to cut off.
    return stopWorker(worker, replaced, this.#options.stopTimeout + 1_500)
  }

  async #restart(): Promise<void> {
    const { log } = this.#options
    const old = [...this.#workers].filter(({ stopping }) => !stopping)
    log.info({ workers: old.length }, "restarting workers one at a time")
    for (const worker of old) {
      if (this.#stopping || worker.stopping) continue
      const fresh = this.#spawn(worker)
      fresh.stopping = true
      if (!(await fresh.ready)) {
        const outcome = await fresh.exited
        if (!this.#stopping)
          log.error({ worker: fresh.pid, outcome }, "new worker did not start: keeping the old ones")
        return
      }
      // The old one may have exited meanwhile, and then it has a replacement already.
      const kept = this.#workers.has(worker) && !worker.stopping ? fresh : worker
      if (kept === fresh) fresh.stopping = false
      await this.#stopWorker(kept === fresh ? worker : fresh, true)
    }
  }

  #spawn(replaces?: WorkerProcess, lostAt: number = performance.now()): WorkerProcess {
    // Node closes the socket when no process holds it any more; a port that the system chose would then be another one.
    const isHeld = [...this.#workers].some(({ servingSince }) => servingSince !== undefined)
    if (!isHeld) this.#givesPort = this.port !== undefined
    const worker = spawnWorker(this.#givesPort ? this.port : undefined)
    const { handle } = worker
    this.#workers.add(worker)
    const timer = setTimeout(() => handle.process.kill("SIGKILL"), startTimeout)
    void worker.ready.then(() => clearTimeout(timer))
    handle.on("message", (message: WorkerMessage) => {
      worker.missedHeartbeats = 0
      if (message?.trivet === "ready") this.#onReady(worker, message.port, replaces, lostAt)
      else if (message?.trivet === "stopping") this.#onStopping(worker)
    })
    handle.once("exit", (code, signal) => this.#onExit(worker, signal ?? code))
    // A failed message is followed by the exit; a process that could not be created has none.
    handle.on("error", (error) => {
      if (handle.process.pid === undefined) this.#onExit(worker, error.message)
    })
    return worker
  }

  #onReady(worker: WorkerProcess, port: number, replaces: WorkerProcess | undefined, lostAt: number): void {
    this.port ??= port
    // The others exited before it could share their socket.
    if (port !== this.port) {
      worker.handle.process.kill("SIGKILL")
      return
    }
    worker.servingSince = performance.now()
    this.#failedStarts = 0
    const milliseconds = Math.round(worker.servingSince - lostAt)
    const { log, count } = this.#options
    // A process that does not listen reports the port 0.
    if (replaces === undefined) log.info({ worker: worker.pid, ...(port > 0 && { port }) }, "worker started")
    else log.info({ worker: worker.pid, replaces: replaces.pid, milliseconds }, "worker replaced")
    worker.resolveReady(true)
    this.#sendCounts()
    if (this.serving >= count) this.#allServing.resolve()
  }

  /**
   * Kills workers that hang: probes would not notice, because the other workers answer them. Heartbeats are counted, not
   * time: while the whole machine stands still, no worker hangs.
   */
  #checkHeartbeats(): void {
    const { log, hangTimeout } = this.#options
    for (const worker of this.#workers) {
      if (worker.servingSince === undefined || worker.stopping) continue
      const milliseconds = ++worker.missedHeartbeats * heartbeatInterval
      if (milliseconds < hangTimeout) continue
      log.error({ worker: worker.pid, milliseconds }, "worker hangs: killing it")
      worker.missedHeartbeats = 0
      worker.handle.process.kill("SIGKILL")
    }
  }

  /** A worker has crashed or got a signal: its replacement may start while it answers the requests in progress. */
  #onStopping(worker: WorkerProcess): void {
    if (worker.stopping) return
    worker.stopping = true
    const pause = this.#replace(worker)
    this.#options.log.warn({ worker: worker.pid, next_in: pause }, "worker is stopping")
  }

  #onExit(worker: WorkerProcess, outcome: number | string): void {
    if (!this.#workers.delete(worker)) return
    const { log } = this.#options
    if (this.#stopping || worker.stopping) log.info({ worker: worker.pid, outcome }, "worker exited")
    else {
      this.#deaths++
      log.error({ worker: worker.pid, outcome, next_in: this.#replace(worker) }, "worker died")
    }
    this.#sendCounts()
    if (this.#failedStarts >= maxFailedStarts && this.serving === 0) this.#giveUp(outcome)
    worker.resolveReady(false)
    worker.resolveExited(outcome)
  }

  /** For the measures of the workers: whoever reads them reaches any of these, and not the supervisor. */
  #sendCounts(): void {
    const message: CountsMessage = { trivet: "workers", serving: this.serving, deaths: this.#deaths }
    for (const { handle } of this.#workers) if (handle.isConnected()) handle.send(message)
  }

  #giveUp(outcome: number | string): void {
    if (!this.#stopping) this.#options.giveUp(notStarted(this.#failedStarts, outcome))
  }

  /** Spawns a replacement after a pause. Gives the length of the pause in milliseconds. */
  #replace(worker: WorkerProcess): number {
    const now = performance.now()
    const served = worker.servingSince === undefined ? 0 : now - worker.servingSince
    this.#earlyExits = served > stableAfter ? 0 : this.#earlyExits + 1
    this.#failedStarts = worker.servingSince === undefined ? this.#failedStarts + 1 : 0
    const pause =
      this.#earlyExits === 0 ? 0 : Math.min(firstPause * 2 ** (this.#earlyExits - 1), longestPause)
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#spawn(worker, now)
    }, pause)
    this.#pauses.add(timer)
    return pause
  }
}

function notStarted(tries: number, outcome: number | string): Fault {
  return printedFault(new Fault("WORKER_NOT_STARTED", { tries, outcome }))
}
