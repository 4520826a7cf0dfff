import { context, propagation, ROOT_CONTEXT } from "@opentelemetry/api"
import {
  type Context,
  Describe,
  Fault,
  inject,
  type Middleware,
  type MiddlewareEntry,
  type Next,
} from "trivet"
import {
  checkOptions,
  type OptionNames,
  AppLog,
  AppMetrics,
  AppOperations,
  eventLoopMetrics,
  useCallScope,
} from "trivet/extend"
import { carrier } from "./traces/call-context.ts"
import { exportMeasures } from "./metrics/export-measures.ts"
import { operationSpans } from "./traces/operation-spans.ts"
import { RequestDurations } from "./metrics/request-durations.ts"
import { createFindFacts, type FindFacts } from "./traces/route-facts.ts"
import { findMeter, findTracer, flushSpans } from "./sdk.ts"
import { type CallAttributes, traceCall, type TraceSettings } from "./traces/trace-call.ts"
import "./version.ts"

/** Options of `telemetry()`. */
export interface TelemetryOptions {
  /**
   * Returns further attributes of a call's span, such as `{ "url.path": ctx.path }`. It is called only for spans that are
   * recorded. Default: none.
   */
  readonly attributes?: CallAttributes
  /**
   * The kinds of operations that get spans: `["redis"]` if another instrumentation makes those of SQL. Default: all
   * that leave the process, such as `sql` and `redis`. Within it are `hash` and `pool`: password hashes, and waits for a
   * database connection.
   */
  readonly operations?: readonly string[]
  /**
   * The share of traces that are recorded, from 0 to 1. It is for traces that begin in this application: if a caller has
   * sent `traceparent`, it decides. Default: 1, so that the sampler of the SDK decides, which costs more for each call.
   */
  readonly sample?: number
}

const optionNames: OptionNames<TelemetryOptions> = { attributes: true, operations: true, sample: true }

/** The time limit for exporting the last spans when the application stops, in milliseconds. */
const flushTimeout = 2_000

/**
 * A middleware that makes spans of calls, and of what they do, with the OpenTelemetry SDK of the application, and measures
 * requests for the SDK and for `prometheus()`. List it first among the middlewares of the application. Register the SDK
 * before the application is created. Without an SDK and without `prometheus()` it is left out of the chain.
 *
 * @example
 * ```ts
 * import { telemetry } from "@trivet/telemetry"
 * import { createApp, get, module, routes } from "trivet"
 * import { api } from "trivet/api"
 *
 * class Posts {
 *   routes() {
 *     return routes([get("/posts/:id", () => ({ title: "First" }))])
 *   }
 * }
 *
 * export const app = await createApp(module({ name: "blog", declarations: [Posts] }), {
 *   platform: api(),
 *   middlewares: [telemetry()],
 * })
 * ```
 */
export function telemetry(options: TelemetryOptions = {}): MiddlewareEntry {
  checkOptions(options, optionNames, "telemetry()")
  const { sample = 1 } = options
  if (!(sample >= 0 && sample <= 1)) {
    const reason = `\`sample\` is ${sample}, not a number from 0 to 1`
    throw new Fault("OPTION_INVALID", { what: "`telemetry()`", reason })
  }
  const made = class extends Telemetry {
    constructor() {
      super(options)
    }
  }
  return Object.defineProperty(made, "name", { value: "telemetry" })
}

class Telemetry implements Middleware {
  readonly #describe = inject(Describe)
  readonly #log = inject(AppLog)
  readonly #measures = inject(AppMetrics)
  readonly #traces: TraceSettings | undefined
  readonly #meter = findMeter()
  /** Created at start, or by a call that arrives earlier. */
  #facts: FindFacts = (method, pattern) => (this.#facts = createFindFacts(this.#describe()))(method, pattern)
  #durations: RequestDurations | undefined
  #stopMeasuring: () => void = () => undefined
  #stopExport: () => void = () => undefined

  constructor({ attributes, operations, sample = 1 }: TelemetryOptions) {
    const tracer = findTracer()
    if (tracer === undefined) return
    this.#traces = { tracer, attributes, sample, fields: propagation.fields() }
    const scope = useCallScope("telemetry()")
    if (hasContextManager()) scope.carryWith(carrier)
    inject(AppOperations).watch(operationSpans(tracer, operations))
  }

  /** Empty if there is nothing to do: boot then omits the middleware. It is read when all instances exist. */
  get kinds(): readonly never[] {
    const works = this.#traces !== undefined || this.#isMeasured
    // `undefined` means all kinds, as for a middleware without `kinds`. A getter cannot be an optional property.
    return works ? (undefined as unknown as readonly never[]) : []
  }

  get #isMeasured(): boolean {
    return this.#meter !== undefined || this.#measures.observed
  }

  handle(ctx: Context, next: Next): unknown {
    const facts = this.#facts(ctx.method, ctx.pattern)
    if (facts.isRequest) this.#durations?.begin(ctx, facts)
    return this.#traces === undefined ? next() : traceCall(this.#traces, ctx, facts, next)
  }

  onStart(): void {
    if (this.#traces !== undefined && !hasContextManager()) {
      const fix = "call `context.setGlobalContextManager()` of @opentelemetry/api"
      this.#log.warn(`OpenTelemetry has no context manager, so spans have no parents: ${fix}`)
    }
    if (this.#traces !== undefined || this.#isMeasured) this.#facts = createFindFacts(this.#describe())
    if (!this.#isMeasured) return
    this.#durations = new RequestDurations(this.#meter)
    const { metrics, stop } = eventLoopMetrics()
    this.#measures.add(this.#durations.measure, ...metrics)
    this.#stopMeasuring = stop
  }

  /** In `onServe()`, not at start, because the server has metrics too. */
  onServe(): void {
    if (this.#meter !== undefined) this.#stopExport = exportMeasures(this.#meter, this.#measures.observe()())
  }

  async onStop(): Promise<void> {
    this.#stopExport()
    this.#stopMeasuring()
    if (this.#traces !== undefined) await flushSpans(flushTimeout)
  }
}

function hasContextManager(): boolean {
  const marked = ROOT_CONTEXT.setValue(Symbol("trivet"), true)
  return context.with(marked, () => context.active()) === marked
}
