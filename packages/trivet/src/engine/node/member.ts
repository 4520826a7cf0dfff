import cluster, { type Worker } from "node:cluster"
import { crewVariable, type StopMessage } from "./crew-message.ts"

/** One worker of a crew. */
export interface Member {
  readonly worker: Worker
  readonly pid: number
  /** When it began to serve; `undefined` until it does. */
  served: number | undefined
  /** It ends as it should: nobody takes its place when it does. */
  leaving: boolean
  /** For how many beats nothing was heard of it. */
  silent: number
  /** Whether it came to serve at all. */
  readonly ready: Promise<boolean>
  readonly ended: Promise<number | string>
  tellReady(ready: boolean): void
  tellEnded(outcome: number | string): void
}

/** Starts a worker: the same program in a process of its own. `port` is where the others serve. */
export function createMember(port: number | undefined): Member {
  const worker = cluster.fork({ [crewVariable]: port === undefined ? "" : String(port) })
  const ready = Promise.withResolvers<boolean>()
  const ended = Promise.withResolvers<number | string>()
  return {
    worker,
    pid: worker.process.pid ?? 0,
    served: undefined,
    leaving: false,
    silent: 0,
    ready: ready.promise,
    ended: ended.promise,
    tellReady: ready.resolve,
    tellEnded: ended.resolve,
  }
}

/** Tells a worker to end, and ends it itself when it has not within the bound. Gives how it ended. */
export async function endMember(member: Member, replaced: boolean, bound: number): Promise<number | string> {
  const { worker } = member
  member.leaving = true
  const message: StopMessage = { trivet: "stop", replaced }
  // One that does not serve yet has nothing to finish, and does not listen yet either.
  if (member.served === undefined) worker.process.kill("SIGTERM")
  else if (worker.isConnected()) worker.send(message, () => undefined)
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), bound)
  const outcome = await member.ended
  clearTimeout(timer)
  return outcome
}
