import cluster from "node:cluster"
import { isMainThread } from "node:worker_threads"
import { callerOf } from "../../fault/place/caller-of.ts"
import { checkOptions, type OptionNames } from "../../fault/check-options.ts"
import { Fault } from "../../fault/fault.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import { createDefaultLog } from "../../log/default-log.ts"
import { guardLog } from "../../log/guard-log.ts"
import type { Log } from "../../log/log.ts"
import { Supervisor } from "./workers/supervisor.ts"
import type { Served } from "./served.ts"
import { stopOnSignals } from "./stop.ts"
import { workerCount } from "./workers/worker-count.ts"

/** Options of `startWorkers()`. */
export interface WorkersOptions {
  /** The number of worker processes. `"auto"` starts one for each core. */
  readonly workers: number | "auto"
  /** The file that each worker runs. It must call `serve()`. Default: the file of this process. */
  readonly program?: string
  /** The arguments of the program. Default: those of this process. */
  readonly args?: readonly string[]
  /** Node's own arguments, such as `--enable-source-maps`. Default: those of this process. */
  readonly nodeArgs?: readonly string[]
  /** Logs when workers start, stop and are replaced. Default: `createDefaultLog()`, on standard output. */
  readonly log?: Log
  /** Whether to restart workers on SIGHUP, and to stop and exit on SIGTERM and SIGINT. Default: true. */
  readonly signals?: boolean
  /** Milliseconds that a worker may take to stop before it is killed. Default: 10,000, as in `serve()`. */
  readonly stopTimeout?: number
  /**
   * Milliseconds for which a worker's event loop may be blocked before the worker is killed and replaced. Default: 60,000;
   * no limit if `nodeArgs` has `--inspect`.
   */
  readonly hangTimeout?: number
  /** The host in the returned `url`. Default: `localhost`. The program itself decides where its workers listen. */
  readonly host?: string
}

const optionNames: OptionNames<WorkersOptions> = {
  workers: true,
  program: true,
  args: true,
  nodeArgs: true,
  log: true,
  signals: true,
  stopTimeout: true,
  hangTimeout: true,
  host: true,
}

/**
 * Runs a program in several processes that share one port, and replaces those that die. Unlike `serve()` with `workers`,
 * this process does not load the application. The promise resolves when all workers serve.
 *
 * @example
 * ```ts
 * import { startWorkers } from "trivet/node"
 *
 * await startWorkers({ workers: "auto", program: "src/main.ts", stopTimeout: 30_000 })
 * ```
 */
export async function startWorkers(options: WorkersOptions): Promise<Served> {
  checkOptions(options, optionNames, "startWorkers()")
  const where = callerOf("startWorkers", new Error().stack)
  const count = workerCount(options.workers, where)!
  const { nodeArgs = process.execArgv, signals = true } = options
  const log = options.log === undefined ? createDefaultLog() : guardLog(options.log)
  const { stopTimeout = 10_000, hangTimeout = isDebugged(nodeArgs) ? Infinity : 60_000 } = options
  prepare(options, where)
  const giveUp = (fault: Fault) => {
    log.fatal({ err: fault }, fault.message)
    void supervisor.stop().then(() => process.exit(1))
  }
  const supervisor = new Supervisor({ count, log, stopTimeout, hangTimeout, giveUp })
  let stopping: Promise<boolean> | undefined
  let forget: () => void = () => undefined
  const stop = () => (stopping ??= supervisor.stop().finally(forget))
  if (signals) forget = listenToSignals(supervisor, log, stop)
  try {
    await supervisor.start()
  } catch (fault) {
    forget()
    throw fault
  }
  const port = supervisor.port!
  return {
    port,
    url: `http://${options.host ?? "localhost"}:${port}`,
    get ready() {
      return stopping === undefined && supervisor.serving > 0
    },
    stop,
  }
}

/** Whether a debugger may be attached: a worker stopped at a breakpoint does not hang. */
function isDebugged(nodeArgs: readonly string[]): boolean {
  return nodeArgs.some((arg) => arg.startsWith("--inspect"))
}

let started = false

function prepare(options: WorkersOptions, where: string | undefined): void {
  const exec = options.program ?? process.argv[1]
  if (exec === undefined || !isMainThread || !cluster.isPrimary) {
    const reason = "workers run the program of the main thread again, and here is none that could be run"
    throw printedFault(new Fault("OPTION_INVALID", { what: "`workers`", reason }, { where }))
  }
  // A second supervisor would run the same program, and its workers would serve the same port as the first ones.
  if (started) {
    const reason = "workers can be started only once per process"
    throw printedFault(new Fault("OPTION_INVALID", { what: "`workers`", reason }, { where }))
  }
  started = true
  // All workers accept from one shared socket: if one dies or is blocked, no waiting connection is lost with it.
  if (process.env["NODE_CLUSTER_SCHED_POLICY"] === undefined) cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec,
    args: [...(options.args ?? process.argv.slice(2))],
    execArgv: [...(options.nodeArgs ?? process.execArgv)],
  })
}

function listenToSignals(supervisor: Supervisor, log: Log, stop: () => Promise<boolean>): () => void {
  const state = () => ({ workers: supervisor.serving })
  const forget = stopOnSignals({ stop, state }, log, () => supervisor.kill())
  // On a terminal, SIGHUP means that the terminal was closed.
  const hangUp = process.stdout.isTTY
    ? () => process.kill(process.pid, "SIGTERM")
    : () => void supervisor.restart()
  process.on("SIGHUP", hangUp)
  return () => {
    forget()
    process.off("SIGHUP", hangUp)
  }
}
