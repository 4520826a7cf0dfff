import { createHash } from "node:crypto"
import type { QueueOptions, SendOptions } from "pg-boss"
import type { NewJob, Queue } from "./job-store.ts"
import type { KeeperOptions } from "./keeper.ts"

/** Ten years, in seconds. */
const forever = 10 * 365 * 86_400

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
export function sendOptionsOf({ id, delay, key }: NewJob): SendOptions {
  return {
    ...(id !== undefined && { id }),
    ...(delay > 0 && { startAfter: delay / 1000 }),
    ...(key !== undefined && { singletonKey: createHash("sha256").update(key).digest("hex") }),
  }
}
