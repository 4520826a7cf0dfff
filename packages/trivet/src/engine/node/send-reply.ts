import type { ServerResponse } from "node:http"
import { Reply } from "../../context/reply.ts"
import { dropBody } from "../../context/pieces.ts"
import type { NodeIncoming } from "./call/node-incoming.ts"
import { writeReply } from "./call/write-reply.ts"
import type { StreamedReplies } from "./call/write-stream.ts"
import { mostDiscarded } from "./connection/discard-body.ts"
import type { RejectionBodies } from "./connection/rejection-bodies.ts"

/** What the replies of one server have in common. */
export interface Replies extends StreamedReplies {
  /** What is sent with errors that the application does not see. */
  readonly bodies: RejectionBodies
  /** From the moment that stopping begins, every reply tells its client to leave the connection. */
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
    // A status or a header that HTTP does not know. Thrown on from here it would end the process.
    replies.log.error({ err: error }, "cannot write the reply")
    const { type, body } = replies.bodies(500)
    const failed = Reply.body(500, type, body)
    failed.done = reply.done
    if (response.headersSent) response.destroy()
    else writeReply(response, failed, true, false, replies)
  }
}

/** Nobody listens any more, but the call must still be told that it is over, and so must the source of its body. */
export function abandonReply({ body, status, done }: Reply): void {
  dropBody(body)
  done?.({ status, aborted: true })
}
