import type { HealthCheck } from "../app/metrics/health-checks.ts"
import type { Readiness } from "../app/readiness.ts"
import type { Log } from "../log/log.ts"

/** The result of one health check. The reason of a failure is only in the log, because anyone can send probes. */
export interface CheckResult {
  /** The name of the class that has the check. */
  readonly name: string
  /** `"down"` if the check failed or took too long. */
  readonly status: "up" | "down"
  /** How long the check took. */
  readonly milliseconds: number
  /** The text that `onHealth()` returned, if it returned one. */
  readonly note?: string
}

/**
 * The body of `GET /health/ready`. The status is 200 if `status` is `"ready"`, otherwise 503.
 *
 * @example
 * ```ts
 * import type { HealthReport } from "trivet/extend"
 *
 * export async function failedChecks(origin: string): Promise<string[]> {
 *   const response = await fetch(`${origin}/health/ready`)
 *   const report = (await response.json()) as HealthReport
 *   return report.checks.filter(({ status }) => status === "down").map(({ name }) => name)
 * }
 * ```
 */
export interface HealthReport {
  /** `"stopping"` from the moment when the server begins to stop. */
  readonly status: "ready" | "not ready" | "stopping"
  /** The results of all checks; empty while the server stops. */
  readonly checks: readonly CheckResult[]
}

interface Running {
  readonly began: number
  readonly done: Promise<CheckResult>
}

/** Runs each check at most once at a time, and reuses results, so that probes cannot overload what they check. */
export class HealthWatch {
  readonly #checks: () => readonly HealthCheck[]
  readonly #log: Log
  readonly #limits: { readonly timeout: number; readonly reuse: number }
  readonly #running = new Map<HealthCheck, Running>()
  readonly #down = new Set<string>()
  #known: readonly HealthCheck[] | undefined
  #results: Promise<readonly CheckResult[]> | undefined
  #until = 0

  constructor(
    checks: () => readonly HealthCheck[],
    log: Log,
    limits: { readonly timeout: number; readonly reuse: number },
  ) {
    this.#checks = checks
    this.#log = log
    this.#limits = limits
  }

  /** Whether the application is ready, and the results of its checks. */
  async report(readiness: Readiness): Promise<HealthReport> {
    if (!readiness.ready) return { status: "stopping", checks: [] }
    const checks = await this.results()
    const isWell = checks.every(({ status }) => status === "up")
    return { status: isWell ? "ready" : "not ready", checks }
  }

  /** The results of all checks, none of them older than `reuse`. */
  results(): Promise<readonly CheckResult[]> {
    if (this.#results !== undefined && performance.now() < this.#until) return this.#results
    // Probes that arrive while the checks run wait for the same results.
    this.#until = Infinity
    this.#results = this.#runAll()
    return this.#results
  }

  async #runAll(): Promise<readonly CheckResult[]> {
    this.#known ??= this.#checks()
    const results = await Promise.all(this.#known.map((check) => this.#resultOf(check)))
    this.#until = performance.now() + this.#limits.reuse
    return results
  }

  async #resultOf(check: HealthCheck): Promise<CheckResult> {
    let running = this.#running.get(check)
    if (running === undefined) {
      running = { began: performance.now(), done: this.#run(check) }
      this.#running.set(check, running)
    }
    const { began, done } = running
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<CheckResult>((tell) => {
      timer = setTimeout(() => {
        this.#note(check, new Error(`no answer within ${this.#limits.timeout} ms`))
        tell({ name: check.name, status: "down", milliseconds: sinceMs(began) })
      }, this.#limits.timeout)
    })
    try {
      return await Promise.race([done, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #run(check: HealthCheck): Promise<CheckResult> {
    const began = performance.now()
    const { name } = check
    try {
      // Awaited even if it throws synchronously, because the check must be registered as running before `finally`
      // removes it.
      const said = await (async () => check.run())()
      this.#note(check, undefined)
      const note = typeof said === "string" ? { note: said } : {}
      return { name, status: "up", milliseconds: sinceMs(began), ...note }
    } catch (error) {
      this.#note(check, error)
      return { name, status: "down", milliseconds: sinceMs(began) }
    } finally {
      this.#running.delete(check)
    }
  }

  /** Logs only changes, not every probe. */
  #note({ name }: HealthCheck, error: unknown): void {
    if (error === undefined) {
      if (this.#down.delete(name)) this.#log.info({ check: name }, `${name} is well again`)
    } else if (!this.#down.has(name)) {
      this.#down.add(name)
      this.#log.warn({ check: name, err: error }, `${name} is not well`)
    }
  }
}

function sinceMs(began: number): number {
  return Math.round((performance.now() - began) * 10) / 10
}
