import { setTimeout as sleep } from "node:timers/promises"
import { S3mini } from "s3mini"
import { fault } from "../faults.ts"
import type { S3Target } from "./s3-target.ts"

/** Milliseconds until the head of a reply. A part of 6 MiB takes 50 s at 1 Mbit/s. */
const replyTimeout = 60_000
/** Milliseconds for what has no large body. */
const shortTimeout = 15_000
const attempts = 3

/** How a request is sent. */
export interface Sending {
  /** Whether it may be sent again if its outcome is unknown. All of a file's requests may: its key is used once. */
  readonly retry: boolean
  /** Whether it has a large body. */
  readonly large?: boolean
}

/** Requests to a bucket, by s3mini: with time limits, repeated where that is safe, and with the faults of this package. */
export class S3Client {
  readonly #target: S3Target
  /** s3mini passes no signal on, so each kind of request has a client with a fetch of its own. */
  readonly #short: S3mini
  readonly #large: S3mini

  constructor(target: S3Target) {
    this.#target = target
    this.#short = clientOf(target, shortTimeout)
    this.#large = clientOf(target, replyTimeout)
  }

  /** Runs a request. Throws `FILES_UNAVAILABLE` if the server does not answer, or answers that it cannot. */
  async send<Result>(
    request: (s3: S3mini) => Promise<Result>,
    { retry, large = false }: Sending,
  ): Promise<Result> {
    const s3 = large ? this.#large : this.#short
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(s3)
      } catch (error) {
        if (!retry || attempt === attempts || !isPassing(error)) throw this.#faultOf(error)
        // Random, so that processes do not return together.
        await sleep(100 * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  }

  #faultOf(error: unknown): Error {
    const { status, serviceCode } = error as { readonly status?: number; readonly serviceCode?: string }
    const reason =
      status === undefined
        ? String((error as Error).name === "TimeoutError" ? "no answer in time" : codeOf(error))
        : `it answered ${status} ${serviceCode ?? ""}`.trim()
    const store = `The object store at ${new URL(this.#target.endpoint).host}`
    return fault("FILES_UNAVAILABLE", { store, reason }, { cause: error })
  }
}

function clientOf({ endpoint, accessKeyId, secretAccessKey, region }: S3Target, timeout: number): S3mini {
  const timed: typeof fetch = async (input, init) => {
    const controller = new AbortController()
    const timer = setTimeout(
      () => controller.abort(new DOMException("no answer in time", "TimeoutError")),
      timeout,
    )
    try {
      // Only until the head of the reply: a large download may take as long as its reader.
      return await fetch(input, { ...init, signal: controller.signal, redirect: "error" })
    } finally {
      clearTimeout(timer)
    }
  }
  return new S3mini({ endpoint, accessKeyId, secretAccessKey, region, fetch: timed })
}

/** Whether the same request may succeed soon: the server could not be reached, closed the connection, or is overloaded. */
function isPassing(error: unknown): boolean {
  const { status, name } = error as { readonly status?: number; readonly name?: string }
  // A user waits no second time for a server that does not answer.
  if (status === undefined) return name !== "TimeoutError"
  return status === 429 || status >= 500
}

function codeOf(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as { readonly code?: unknown }
    if (typeof code === "string") return code
  }
  return error instanceof Error ? error.message : String(error)
}
