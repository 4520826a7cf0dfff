import { Fault } from "../../../fault/fault.ts"
import { printedFault } from "../../../fault/printed-fault.ts"
import type { Log } from "../../../log/log.ts"
import { type CountsMessage, heartbeatInterval, type WorkerMessage } from "./worker-message.ts"
import { spawnWorker, stopWorker, type WorkerProcess } from "./worker-process.ts"

/** The options of a supervisor. */
export interface SupervisorOptions {
  readonly count: number
  readonly log: Log
  /** How long a worker may take to stop, in milliseconds. */
  readonly stopTimeout: number
  /** How long a worker may send no heartbeat, in milliseconds. */
  readonly hangTimeout: number
  /** Called when workers fail to start and none is serving. */
  readonly giveUp: (fault: Fault) => void
}

/**
 * A worker that has served for this many milliseconds is replaced at once; after shorter lives, the pause doubles each
 * time.
 */
const stableAfter = 2_000
const firstPause = 100
const longestPause = 5_000
/** The supervisor gives up after this many failed starts in a row, if no worker is serving. */
const maxFailedStarts = 6
/** How long a worker may take to start, in milliseconds. Every `onStart()` has a shorter limit of its own. */
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
  /**
   * Whether new workers are given the port number. Otherwise they listen on the port of the program's options and share
   * the socket of the other workers.
   */
  #givesPort = false
  #stopping = false
  #restarting: Promise<void> | undefined
  /** Number of workers in a row that exited soon after their start, and number in a row that did not start at all. */
  #earlyExits = 0
  #failedStarts = 0
  /** Number of workers that exited unexpectedly. */
  #deaths = 0

  constructor(options: SupervisorOptions) {
    this.#options = options
    this.#heartbeats = setInterval(() => this.#checkHeartbeats(), heartbeatInterval).unref()
  }

  /** Number of workers that are serving and not stopping. */
  get serving(): number {
    return [...this.#workers].filter(({ servingSince, stopping }) => servingSince !== undefined && !stopping)
      .length
  }

  /**
   * Starts all workers: one first, so that an error of the program is reported once, and one-time work, such as
   * migrations, is done before the others start.
   */
  async start(): Promise<void> {
    const { count } = this.#options
    const first = this.#spawn()
    // Marked as stopping, so that it is not replaced: a program that fails at its first start is not started again.
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
    // Slightly longer than the worker's own limit, so that it can log what it had to abort.
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
      // The old worker may have exited meanwhile; then it already has a replacement.
      const kept = this.#workers.has(worker) && !worker.stopping ? fresh : worker
      if (kept === fresh) fresh.stopping = false
      await this.#stopWorker(kept === fresh ? worker : fresh, true)
    }
  }

  #spawn(replaces?: WorkerProcess, lostAt: number = performance.now()): WorkerProcess {
    // Node closes the shared socket when no worker holds it. A port chosen by the system would then change.
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
    // After a failed message, `exit` follows. If the process could not be created, it does not.
    handle.on("error", (error) => {
      if (handle.process.pid === undefined) this.#onExit(worker, error.message)
    })
    return worker
  }

  #onReady(worker: WorkerProcess, port: number, replaces: WorkerProcess | undefined, lostAt: number): void {
    this.port ??= port
    // The port differs if the other workers exited before this one could share their socket.
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
   * Kills workers that hang. Health probes would not notice, because other workers answer them. Missed heartbeats are
   * counted instead of time, so that workers are not killed when the whole machine was suspended.
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

  /** A worker has crashed or received a signal. Its replacement may start while it still answers requests in progress. */
  #onStopping(worker: WorkerProcess): void {
    if (worker.stopping) return
    worker.stopping = true
    worker.stopsByItself = true
    const pause = this.#replace(worker)
    this.#options.log.warn({ worker: worker.pid, next_in: pause }, "worker is stopping")
  }

  #onExit(worker: WorkerProcess, outcome: number | string): void {
    if (!this.#workers.delete(worker)) return
    const { log } = this.#options
    // One that has crashed answers its requests in progress and exits with 1; its replacement has been started then.
    const hasCrashed = worker.stopsByItself && outcome !== 0
    if (this.#stopping || (worker.stopping && !hasCrashed)) {
      log.info({ worker: worker.pid, outcome }, "worker exited")
    } else {
      this.#deaths++
      const pause = hasCrashed ? {} : { next_in: this.#replace(worker) }
      log.error({ worker: worker.pid, outcome, ...pause }, "worker died")
    }
    this.#sendCounts()
    if (this.#failedStarts >= maxFailedStarts && this.serving === 0) this.#giveUp(outcome)
    worker.resolveReady(false)
    worker.resolveExited(outcome)
  }

  /** Sends the counts to all workers, because metrics are read from any of them and not from the supervisor. */
  #sendCounts(): void {
    const message: CountsMessage = { trivet: "workers", serving: this.serving, deaths: this.#deaths }
    for (const { handle } of this.#workers) if (handle.isConnected()) handle.send(message)
  }

  #giveUp(outcome: number | string): void {
    if (!this.#stopping) this.#options.giveUp(notStarted(this.#failedStarts, outcome))
  }

  /** Spawns a replacement after a pause. Returns the pause in milliseconds. */
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
