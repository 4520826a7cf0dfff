import { createHash } from "node:crypto"
import type { QueueOptions, SendOptions } from "pg-boss"
import { textOfOrigin } from "../origin.ts"
import type { NewJob, Queue } from "./job-store.ts"
import type { KeeperOptions } from "./keeper.ts"

/** Ten years, in seconds. */
const forever = 10 * 365 * 86_400

/** The group of jobs that no limit counts. */
const noGroup = "-"

/** The group of a key that a limit counts by. Its first character tells limited jobs from others. */
export function groupOf(limitKey: string): string {
  return `#${sha256(limitKey)}`
}

/** The pg-boss policy that bounds the number of waiting jobs per key. */
export function policyOf({ unique }: Queue): string {
  return unique ? "short" : "standard"
}

/** The pg-boss options of a queue. */
export function queueSettingsOf(
  { retries, retryDelay, retryMost, timeout }: Queue,
  { takeOverAfter, keepDays }: KeeperOptions,
): Required<QueueOptions> & { readonly notify: true } {
  return {
    retryLimit: retries,
    retryDelay: Math.ceil(retryDelay / 1000),
    retryBackoff: true,
    retryDelayMax: Math.ceil(retryMost / 1000),
    // Later than the runner's own timeout, which reports the reason.
    expireInSeconds: Math.ceil(timeout / 1000) + 60,
    heartbeatSeconds: Math.ceil(takeOverAfter / 1000),
    deleteAfterSeconds: Math.ceil(keepDays * 86_400),
    // pg-boss also deletes waiting jobs, by default after two weeks. That would lose jobs.
    retentionSeconds: forever,
    notify: true,
  }
}

/** The pg-boss options of a new job. */
export function sendOptionsOf(
  { id, delay, key, origin, limitKey = "" }: NewJob,
  isLimited: boolean,
): SendOptions {
  const group = isLimited ? groupOf(limitKey) : noGroup
  return {
    ...(id !== undefined && { id }),
    ...(delay > 0 && { startAfter: delay / 1000 }),
    // Columns that pg-boss keeps with the job, also when it is tried again, and returns with it.
    ...((isLimited || origin !== undefined) && {
      group: { id: group, ...(origin !== undefined && { tier: textOfOrigin(origin) }) },
    }),
    ...(key !== undefined && { singletonKey: sha256(key) }),
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
