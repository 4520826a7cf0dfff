import type { Log } from "../../store/log.ts"
import { crewVariable } from "./crew-message.ts"
import type { Recruit } from "./join-crew.ts"

/** The crew that a worker belongs to. */
export interface CrewOfProcess {
  /** Where the others serve; `undefined` for the first. */
  readonly port: number | undefined
  join(recruit: Recruit): void
}

/** The crew that this process was started for, if it was. Found once: a program serves one application as a worker. */
export async function findCrew(): Promise<CrewOfProcess | undefined> {
  const port = process.env[crewVariable]
  if (port === undefined) return undefined
  // The children of a worker are none.
  delete process.env[crewVariable]
  const { default: cluster } = await import("node:cluster")
  if (!cluster.isWorker) return undefined
  const { joinCrew } = await import("./join-crew.ts")
  return { port: port === "" ? undefined : Number(port), join: joinCrew }
}

/** Whether this runtime can share a port among processes; if not, that is logged, and one process serves. */
export function canHaveWorkers(log: Log): boolean {
  const { bun, deno } = process.versions as { readonly bun?: string; readonly deno?: string }
  const other = bun === undefined ? (deno === undefined ? undefined : "Deno") : "Bun"
  if (other !== undefined) log.warn(`workers need Node: on ${other} this one process serves`)
  return other === undefined
}
