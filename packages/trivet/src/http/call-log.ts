import type { Context } from "../context/context.ts"
import type { Middleware, Next } from "../context/middleware.ts"
import type { Outcome } from "../context/reply/reply.ts"
import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"
import type { LogLevel } from "../log/line-log.ts"
import { probes } from "./probes.ts"

/** Options of `callLog()`. */
export interface CallLogOptions {
  /** Returns further fields of a line: `(ctx) => ({ agent: ctx.header("user-agent") })`. Default: none. */
  readonly fields?: (ctx: Context, outcome: Outcome) => object
  /**
   * Returns the level of a line: `(status) => (status >= 500 ? "error" : "info")`. Default: `info`, and `debug` for
   * probes of `health()` that succeed.
   */
  readonly level?: (status: number) => LogLevel
  /** The share of calls that are logged, from 0 to 1. Errors and aborted calls are always logged. Default: 1. */
  readonly sample?: number
}

/**
 * A middleware that logs one line for each call when it is over: method, pattern of the route, status, milliseconds
 * (`ms`). It logs neither paths nor queries nor headers, because they can contain secrets, unless `fields` adds them.
 */
export function callLog(options: CallLogOptions = {}): Middleware {
  checkOptions(options, { fields: true, level: true, sample: true }, "callLog()")
  const { sample = 1 } = options
  if (!(sample >= 0 && sample <= 1)) {
    const reason = `\`sample\` is ${sample}, not a number from 0 to 1`
    throw new Fault("OPTION_INVALID", { what: "`callLog()`", reason })
  }
  return new CallLog(options)
}

class CallLog implements Middleware {
  readonly #fields: CallLogOptions["fields"]
  readonly #level: CallLogOptions["level"]
  readonly #sample: number

  constructor({ fields, level, sample = 1 }: CallLogOptions) {
    this.#fields = fields
    this.#level = level
    this.#sample = sample
  }

  handle(ctx: Context, next: Next): unknown {
    const began = performance.now()
    const { log, method, pattern } = ctx
    ctx.onDone((outcome) => {
      const { status, aborted } = outcome
      if (status < 400 && !aborted && Math.random() >= this.#sample) return
      const ms = Math.round((performance.now() - began) * 100) / 100
      const route = pattern ?? "(no route)"
      // Only requests have a method.
      const line = { ...(method !== "" && { method }), route, status, ms, ...(aborted && { aborted }) }
      const usual = status < 400 && probes.has(ctx) ? "debug" : "info"
      log[this.#level?.(status) ?? usual]({ ...line, ...this.#fields?.(ctx, outcome) }, "call")
    })
    return next()
  }
}
