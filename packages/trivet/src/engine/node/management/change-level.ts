import { levels } from "../../../log/line-log.ts"
import { levelHolderOf } from "../../../log/log-level.ts"
import type { Log } from "../../../log/log.ts"

interface Change {
  readonly before: string
  readonly timer: ReturnType<typeof setTimeout>
}

const changes = new WeakMap<Log, Change>()

/** Changes the level of a log for some seconds. Returns why it cannot, `undefined` if it did. */
export function changeLevel(log: Log, level: string, seconds: number): string | undefined {
  if (!Object.hasOwn(levels, level))
    return `level is ${JSON.stringify(level)}, not one of ${Object.keys(levels).join(", ")}`
  const holder = levelHolderOf(log)
  if (holder === undefined) return "this log has no property `level` that could be changed"
  const earlier = changes.get(log)
  clearTimeout(earlier?.timer)
  // A second change before the first has ended: the level to return to is still that of the program.
  const before = earlier?.before ?? holder.level
  holder.level = level
  const timer = setTimeout(() => {
    changes.delete(log)
    holder.level = before
    log.warn(`the log has the level ${before} again`)
  }, seconds * 1_000).unref()
  changes.set(log, { before, timer })
  log.warn(`the management port set the level of the log to ${level} for ${seconds} s`)
  return undefined
}
