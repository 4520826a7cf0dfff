import type { IncomingMessage } from "node:http"
import { isHost } from "../../host.ts"
import { isNamed } from "./is-named.ts"

/** Maximum number of headers of a request. Node drops headers beyond its own limit, which must therefore be higher. */
export const mostHeaders = 100

/** Verdict: the head is valid and announces no body. */
export const withoutBody = 0
/** Verdict: the head is valid and announces a body. */
export const withBody = 1

type Head = Pick<IncomingMessage, "rawHeaders" | "httpVersionMajor" | "httpVersionMinor">
type Verdict = typeof withoutBody | typeof withBody | 400 | 431 | 501 | 505

/**
 * Checks the head of a request: whether it announces a body, or the status to reject it with. It runs for every request
 * and catches what Node's parser accepts but another server on the path may interpret differently (request smuggling).
 * It reads the raw headers, because building Node's header map costs more than all of these checks.
 */
export function judgeHead({ rawHeaders, httpVersionMajor, httpVersionMinor }: Head): Verdict {
  if (httpVersionMajor !== 1) return 505
  if (rawHeaders.length > mostHeaders * 2) return 431
  let hosts = 0
  let codings = 0
  let body = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // The length rules out nearly all other headers.
    if (name.length === 4) {
      if (isNamed(name, "host") && (++hosts > 1 || !isHost(rawHeaders[at + 1]!))) return 400
    } else if (name.length === 14) {
      if (isNamed(name, "content-length") && rawHeaders[at + 1] !== "0") body = true
    } else if (name.length === 17 && isNamed(name, "transfer-encoding")) {
      // HTTP/1.0 has no transfer codings: an HTTP/1.0 proxy would take the body for the next request.
      if (++codings > 1 || httpVersionMinor === 0) return 400
      if (rawHeaders[at + 1]!.toLowerCase() !== "chunked") return 501
      body = true
    }
  }
  if (hosts !== 1 && httpVersionMinor !== 0) return 400
  return body ? withBody : withoutBody
}
