import type { Log } from "../../../log/log.ts"
import type { ServingWorker } from "./report-to-supervisor.ts"
import { workerVariable } from "./worker-message.ts"

/** The supervisor of this process, as seen by a worker. */
export interface SupervisorLink {
  /** The port of the other workers; `undefined` for the first one. */
  readonly port: number | undefined
  /** The number of this worker. */
  readonly id: number
  /** Reports that this worker serves. Returns the function with which the worker stops itself. */
  report(worker: ServingWorker): (code: number) => void
}

/** Whether a supervisor started this process. False after `findSupervisor()` was called. */
export function isSupervised(): boolean {
  return process.env[workerVariable] !== undefined
}

/**
 * The supervisor that started this process, if any. Returned only once, because a process serves one application as a
 * worker.
 */
export async function findSupervisor(): Promise<SupervisorLink | undefined> {
  const port = process.env[workerVariable]
  if (port === undefined) return undefined
  // Child processes of a worker are not workers.
  delete process.env[workerVariable]
  const { default: cluster } = await import("node:cluster")
  if (!cluster.isWorker) return undefined
  const { reportToSupervisor } = await import("./report-to-supervisor.ts")
  return { port: port === "" ? undefined : Number(port), id: cluster.worker!.id, report: reportToSupervisor }
}

/** Whether this runtime can share a port among processes. If not, a warning is logged and one process serves. */
export function canHaveWorkers(log: Log): boolean {
  const { bun, deno } = process.versions as { readonly bun?: string; readonly deno?: string }
  const other = bun === undefined ? (deno === undefined ? undefined : "Deno") : "Bun"
  if (other !== undefined) log.warn(`workers need Node: on ${other} one process serves`)
  return other === undefined
}
