import { fault } from "./faults.ts"
import type { KnownJob } from "./known-jobs.ts"
import type { Origin } from "./origin.ts"
import type { NewJob } from "./store/job-store.ts"

/** Creates a job for the store. The payload is validated here too, so that the caller of `enqueue()` gets the error. */
export async function newJobOf(
  { name, settings, payload: schema }: KnownJob,
  payload: unknown,
  delay: number,
  { origin, key: limitKey }: { readonly origin?: Origin | undefined; readonly key?: string | undefined } = {},
): Promise<NewJob> {
  if (limitKey !== undefined && settings.limit === undefined) throw fault("JOB_WITHOUT_LIMIT", { job: name })
  const data = payload ?? null
  const { issues } = (await schema?.["~standard"].validate(payload)) ?? {}
  if (issues === undefined)
    return { queue: name, data, delay, key: settings.keyOf?.(data), id: undefined, origin, limitKey }
  const reason = issues
    .map(({ path = [], message }) => `${path.map(String).join(".")} ${message}`.trim())
    .join("; ")
  throw fault("JOB_PAYLOAD_INVALID", { job: name, reason })
}
