import { reasonOf } from "../fault/kind-of.ts"
import type { Log } from "../log/log.ts"
import { Repeats } from "../log/repeats.ts"

/** The calls that are counted, by their reason, for each application. */
const counts = new WeakMap<Log, Map<string, Repeats>>()

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
  const reasons = counts.get(app) ?? new Map<string, Repeats>()
  const repeats =
    reasons.get(key) ??
    new Repeats((calls) => {
      if (calls === 0) reasons.delete(key)
      else app.error({ calls, reason: reasonOf(err) }, message)
    })
  counts.set(app, reasons.set(key, repeats))
  if (repeats.isFirst()) log.error(fields, message)
}
