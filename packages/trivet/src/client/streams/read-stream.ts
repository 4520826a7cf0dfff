/**
 * Reads a body in pieces, as they arrive: `read: readStream`. Leaving the loop cancels the request. The time limit of the
 * client ends with the head of the reply.
 *
 * @example
 * ```ts
 * import { contract } from "trivet"
 * import { createClient, readStream } from "trivet/client"
 *
 * const Reports = contract({ download: { method: "GET", path: "/reports/:id" } })
 * const reports = createClient(Reports, { url: "https://example.com" })
 *
 * export async function sizeOf(id: string): Promise<number> {
 *   const { body } = await reports.download({ params: { id }, read: readStream }).orThrow()
 *   let size = 0
 *   for await (const piece of body) size += piece.length
 *   return size
 * }
 * ```
 */
export async function* readStream(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader()
  if (reader === undefined) return
  let isComplete = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      yield value
    }
    isComplete = true
  } finally {
    // After a failure, cancelling may fail too.
    if (!isComplete) await reader.cancel().catch(() => {})
  }
}
