import { reasonOf } from "../fault/kind-of.ts"
import type { Log } from "../log/log.ts"

/** For this many milliseconds, calls that fail for the same reason are counted and then logged in one line. */
const interval = 10_000

interface Counted {
  calls: number
  readonly until: number
}

/** The calls that are counted, by their reason, for each application. */
const counts = new WeakMap<Log, Map<string, Counted>>()

/**
 * Logs why a call failed. If something is unavailable (503), many calls fail for one reason: the first is logged like
 * any error, the others as a number every ten seconds. `log` may be the call's log, `app` is the application's.
 */
export function logFailure(
  log: Log,
  fields: { readonly err: unknown; readonly route?: string | undefined },
  message: string,
  app: Log = log,
): void {
  const { err } = fields
  const { status, code, publicMessage } = Object(err) as Record<string, unknown>
  if (status !== 503) return log.error(fields, message)
  const key = [message, (err as Error).constructor.name, code, publicMessage].join()
  const reasons = counts.get(app) ?? new Map<string, Counted>()
  const known = counts.set(app, reasons) && reasons.get(key)
  // On an edge runtime, a timer may be lost with its call. `until` ends the counting then.
  if (known !== undefined && performance.now() < known.until) return void known.calls++
  log.error(fields, message)
  const count = () => {
    const counted: Counted = { calls: 0, until: performance.now() + interval * 1.1 }
    reasons.set(key, counted)
    const timer: { unref?(): void } = setTimeout(() => {
      reasons.delete(key)
      if (counted.calls === 0) return
      app.error({ calls: counted.calls, reason: reasonOf(err) }, message)
      count()
    }, interval)
    // It must not keep the process running. On edge runtimes a timer is a number without `unref()`.
    timer.unref?.()
  }
  count()
}
