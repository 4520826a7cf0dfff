/**
 * Ends a job at once if a handler throws it: the job is dead without further attempts. It can still be retried by hand.
 *
 * @example
 * ```ts
 * import { PermanentFailure } from "@trivet/jobs"
 *
 * export async function download(url: string): Promise<string> {
 *   const reply = await fetch(url)
 *   if (reply.status === 404) throw new PermanentFailure(`${url} does not exist`)
 *   if (!reply.ok) throw new Error(`${url} was answered with ${reply.status}`) // tried again
 *   return reply.text()
 * }
 * ```
 */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure"
}
