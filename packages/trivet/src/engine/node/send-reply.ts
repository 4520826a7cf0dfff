import type { ServerResponse } from "node:http"
import { Reply } from "../../context/reply/reply.ts"
import { dropBody } from "../../context/reply/pieces.ts"
import type { NodeIncoming } from "./call/node-incoming.ts"
import { writeReply } from "./call/write-reply.ts"
import type { StreamedReplies } from "./call/write-stream.ts"
import { mostDiscarded } from "./connection/discard-body.ts"
import type { RejectionBodies } from "./connection/rejection-bodies.ts"

/** State that all replies of one server share. */
export interface Replies extends StreamedReplies {
  /** The bodies of errors that are sent without the application. */
  readonly bodies: RejectionBodies
  /** Whether the server is stopping: every reply then has `Connection: close`. */
  readonly stopping: boolean
}

/** Sends the reply to a call. It never throws. */
export function sendReply(
  replies: Replies,
  incoming: Pick<NodeIncoming, "unread" | "hasMoreThan">,
  response: ServerResponse,
  reply: Reply,
): void {
  if (response.destroyed) return abandonReply(reply)
  try {
    const early = incoming.unread
    const last = replies.stopping || reply.status === 413 || (early && incoming.hasMoreThan(mostDiscarded))
    writeReply(response, reply, last, early, replies)
  } catch (error) {
    // A status or header that HTTP does not allow. An uncaught error would end the process.
    replies.log.error({ err: error }, "cannot write the reply")
    const { type, body } = replies.bodies(500)
    const failed = Reply.body(500, type, body)
    failed.done = reply.done
    if (response.headersSent) response.destroy()
    else writeReply(response, failed, true, false, replies)
  }
}

/** The client is gone: cancel the body, run `done`. */
export function abandonReply({ body, status, done }: Reply): void {
  dropBody(body)
  done?.({ status, aborted: true })
}
