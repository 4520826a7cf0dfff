import type { Log } from "./log.ts"

/** What holds the level of a log: the log itself if it is pino, another object for those of this package. */
interface LevelHolder {
  level?: unknown
  readonly levelIn?: object
}

/** What holds the level of a log; `undefined` if it cannot be changed. */
export function levelHolderOf(log: Log): { level: string } | undefined {
  let holder: LevelHolder = log as LevelHolder
  while (holder.levelIn !== undefined) holder = holder.levelIn
  return typeof holder.level === "string" ? (holder as { level: string }) : undefined
}
