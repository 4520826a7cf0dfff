import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"

/** What only this machine may ask for: it reads the process's memory, or changes it. */
const local: ReadonlySet<string> = new Set(["/calls", "/log-level", "/cpu-profile", "/heap-snapshot"])

/** Why a request must be rejected, `undefined` if it need not be. */
export function rejectionOf(request: IncomingMessage, path: string, own: string): string | undefined {
  const { host = "", origin, "sec-fetch-site": site } = request.headers
  // The name of another site that resolves to this machine (DNS rebinding): its pages could read everything.
  const name = host.toLowerCase().replace(/:\d*$/, "")
  const plain = name.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "")
  if (isIP(plain) === 0 && plain !== "localhost" && plain !== own)
    return "the Host of the request is neither an address nor localhost"
  // No page needs this port, so nothing that a browser sends for one is answered.
  if (origin !== undefined || (site !== undefined && site !== "none"))
    return "the request was sent by a web page"
  if (local.has(path) && !isLoopback(request.socket.remoteAddress ?? ""))
    return "this path is answered to this machine only"
  return undefined
}

/** Whether an address of a peer is one of this machine alone. */
function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address)
}
