import type { Context } from "trivet"
import type { Incoming } from "trivet/extend"
import { Fault } from "trivet"
import type { Tenant } from "../origin.ts"
import type { JobStore, TakenJob } from "../store/job-store.ts"
import type { Steps } from "./steps.ts"

/** What a handler can read about its job. */
export interface RunningJob {
  /** The id, the same in each attempt: pass it on as the idempotency key of a call to another service. */
  readonly id: string
  /** The number of this attempt, from 1. */
  readonly attempt: number
}

/** The payload is always JSON, whatever type the application's platform assumes for a body without one. */
const payloadType = "application/json"

/** A job as a call. */
export class JobIncoming implements Incoming {
  readonly method = ""
  readonly path: string
  readonly query = ""
  readonly address = ""
  readonly secure = false
  readonly hasBody = true
  readonly job: TakenJob
  readonly signal: AbortSignal
  /** Whether the job was completed in the transaction of its call. */
  isCompleted = false
  /** Where its steps are stored. */
  store: JobStore | undefined
  /** The steps of this attempt; `undefined` before the first one. */
  steps: Steps | undefined
  /** The error that the handler threw. */
  thrown: unknown

  constructor(job: TakenJob, signal: AbortSignal) {
    this.job = job
    this.path = `/${job.queue}`
    this.signal = signal
  }

  /** Whose the call was that has enqueued it. Transactions of @trivet/postgres read it. */
  get tenant(): Tenant | undefined {
    return this.job.origin?.tenant
  }
  header(name: string): string | undefined {
    return this.headers()[name]
  }
  /** With those that `requestId()` and `telemetry()` read: the job goes on with the id and the trace of its origin. */
  headers(): Readonly<Record<string, string>> {
    const { requestId, traceparent } = this.job.origin ?? {}
    return {
      "content-type": payloadType,
      ...(requestId !== undefined && { "x-request-id": requestId }),
      ...(traceparent !== undefined && { traceparent }),
    }
  }
  async bytes(limit: number): Promise<Uint8Array> {
    const bytes = new TextEncoder().encode(JSON.stringify(this.job.data ?? null))
    if (bytes.length > limit) throw new Fault("BODY_TOO_LARGE", { limit })
    return bytes
  }
  async *stream(): AsyncGenerator<Uint8Array> {
    yield await this.bytes(Infinity)
  }
}

/** The call that a context belongs to, if it is a job. */
export function findIncoming(ctx: Context): JobIncoming | undefined {
  const { incoming } = ctx as unknown as { readonly incoming: Incoming }
  return incoming instanceof JobIncoming ? incoming : undefined
}

/** Returns the id and the number of the attempt of the job that a handler runs for; `undefined` in another call. */
export function currentJob(ctx: Context): RunningJob | undefined {
  return findIncoming(ctx)?.job
}
