import type { IncomingMessage } from "node:http"
import { isHost } from "../../host.ts"

/** The most headers that a request may have. Node hides those beyond its own limit, so that one must be higher. */
export const mostHeaders = 100

/** The verdict on a proper head that announces no body. */
export const withoutBody = 0
/** The verdict on a proper head that announces one. */
export const withBody = 1

type Head = Pick<IncomingMessage, "rawHeaders" | "httpVersionMajor" | "httpVersionMinor">
type Verdict = typeof withoutBody | typeof withBody | 400 | 431 | 501 | 505

/**
 * Whether a request's head announces a body, or the status with which it is rejected. Asked once for every call, of the
 * raw headers: what Node's parser lets pass and another server on the way may read otherwise. Node's own map of them
 * costs more than all of these questions.
 */
export function judgeHead({ rawHeaders, httpVersionMajor, httpVersionMinor }: Head): Verdict {
  if (httpVersionMajor !== 1) return 505
  if (rawHeaders.length > mostHeaders * 2) return 431
  let hosts = 0
  let codings = 0
  let body = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // Lengths first: they rule out nearly all other headers. Then the usual spelling, which makes no new text.
    if (name.length === 4) {
      const isIt = name === "Host" || name.toLowerCase() === "host"
      if (isIt && (++hosts > 1 || !isHost(rawHeaders[at + 1]!))) return 400
    } else if (name.length === 14) {
      if (name.toLowerCase() === "content-length" && rawHeaders[at + 1] !== "0") body = true
    } else if (name.length === 17 && name.toLowerCase() === "transfer-encoding") {
      // HTTP/1.0 knows no codings: a proxy of that age would take the body for the next request.
      if (++codings > 1 || httpVersionMinor === 0) return 400
      if (rawHeaders[at + 1]!.toLowerCase() !== "chunked") return 501
      body = true
    }
  }
  if (hosts !== 1 && httpVersionMinor !== 0) return 400
  return body ? withBody : withoutBody
}
