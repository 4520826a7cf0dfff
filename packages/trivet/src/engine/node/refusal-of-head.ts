import type { IncomingMessage } from "node:http"
import { isHost } from "../host.ts"

/** The most headers that a request may have. Node hides those beyond its own limit, so that one must be higher. */
export const mostHeaders = 100

type Head = Pick<IncomingMessage, "rawHeaders" | "httpVersionMajor" | "httpVersionMinor">
type Refusal = 0 | 400 | 431 | 501 | 505

/**
 * The status with which a request's head is refused; 0 where it is proper. Asked once for every call, of the raw
 * headers: what Node's parser lets pass and another server on the way may read otherwise.
 */
export function refusalOfHead({ rawHeaders, httpVersionMajor, httpVersionMinor }: Head): Refusal {
  if (httpVersionMajor !== 1) return 505
  if (rawHeaders.length > mostHeaders * 2) return 431
  let hosts = 0
  let codings = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // Lengths first: they rule out nearly all other headers.
    if (name.length === 4) {
      if (name.toLowerCase() === "host" && (++hosts > 1 || !isHost(rawHeaders[at + 1]!))) return 400
    } else if (name.length === 17 && name.toLowerCase() === "transfer-encoding") {
      // HTTP/1.0 knows no codings: a proxy of that age would take the body for the next request.
      if (++codings > 1 || httpVersionMinor === 0) return 400
      if (rawHeaders[at + 1]!.toLowerCase() !== "chunked") return 501
    }
  }
  return hosts === 1 || httpVersionMinor === 0 ? 0 : 400
}
