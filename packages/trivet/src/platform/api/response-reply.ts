import { ReplyHeaders } from "../../context/reply-headers.ts"
import { Reply } from "../../context/reply.ts"

/** A Web `Response` as a reply: passed through, its body streamed. */
export function responseReply(response: Response): Reply {
  const reply = new Reply(response.status, undefined, response.body)
  const headers = new ReplyHeaders()
  for (const [name, value] of response.headers) headers.append(name, value)
  reply.headers = headers
  return reply
}
