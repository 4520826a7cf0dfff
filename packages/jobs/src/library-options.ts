import { createHash } from "node:crypto"
import type { QueueOptions, SendOptions } from "pg-boss"
import type { NewJob, Queue } from "./job-store.ts"
import type { KeeperOptions } from "./keeper.ts"

/** Ten years, in seconds. */
const forever = 10 * 365 * 86_400

/** The library's word for how many jobs may wait. */
export function policyOf({ unique }: Queue): string {
  return unique ? "short" : "standard"
}

/** A queue as the library describes it. */
export function settingsOf(
  { retries, retryDelay, retryMost, timeout }: Queue,
  { takeOverAfter, keepDays }: KeeperOptions,
): Required<QueueOptions> & { readonly notify: true } {
  return {
    retryLimit: retries,
    retryDelay: Math.ceil(retryDelay / 1000),
    retryBackoff: true,
    retryDelayMax: Math.ceil(retryMost / 1000),
    // Later than the runner's own, which knows the reason.
    expireInSeconds: Math.ceil(timeout / 1000) + 60,
    heartbeatSeconds: Math.ceil(takeOverAfter / 1000),
    deleteAfterSeconds: Math.ceil(keepDays * 86_400),
    // The library also deletes jobs that wait. After two weeks unless told otherwise: a job would be lost.
    retentionSeconds: forever,
    notify: true,
  }
}

/** A job as the library takes it. */
export function sendOptionsOf({ id, delay, key }: NewJob): SendOptions {
  return {
    ...(id !== undefined && { id }),
    ...(delay > 0 && { startAfter: delay / 1000 }),
    ...(key !== undefined && { singletonKey: createHash("sha256").update(key).digest("hex") }),
  }
}
