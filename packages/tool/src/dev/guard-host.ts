// Runs in the application's process, so it must not import the framework.
import { type IncomingMessage, Server, ServerResponse } from "node:http"
import { isIP, type Socket } from "node:net"

/** The environment variable with further allowed hosts, separated by commas. `--allow-host` sets it. */
export const allowedHosts = "TRIVET_ALLOW_HOST"

/**
 * Whether a server in development answers requests with a `Host`. An attacker's name may resolve to this machine: a
 * page of that name could then read the server as its own (DNS rebinding). IP addresses are always allowed.
 */
export function isAllowedHost(host: string, allowed: readonly string[]): boolean {
  const name = /^(?:\[(.*)\]|([^:]*))(?::\d*)?$/.exec(host.toLowerCase())?.slice(1).join("") ?? ""
  const plain = name.replace(/\.$/, "")
  return isIP(plain) !== 0 || plain === "localhost" || plain.endsWith(".localhost") || allowed.includes(plain)
}

/** The events with which a server passes on a request, including the handshake of a WebSocket. */
const requests: ReadonlySet<string> = new Set(["request", "checkContinue", "checkExpectation", "upgrade"])

/** A response to a request whose socket the server has handed over. */
function responseOn(socket: Socket, request: IncomingMessage): ServerResponse {
  const response = new ServerResponse(request)
  // An unhandled `error` event would crash the process.
  socket.on("error", () => undefined)
  response.assignSocket(socket)
  return response.once("finish", () => socket.end())
}

/** Makes every HTTP server of this process reject requests for other hosts with 403, before its application sees them. */
export function guardHosts(list: string): void {
  const allowed = list.split(",").map((name) => name.trim().toLowerCase())
  const emit: (...event: unknown[]) => boolean = Server.prototype.emit
  const guarded = function (this: Server, ...event: unknown[]): boolean {
    const [name, request, answered] = event as [string, IncomingMessage, ServerResponse | Socket]
    // A request without `Host` does not come from a browser; the application decides.
    const host = requests.has(name) ? request.headers.host : undefined
    if (host === undefined || isAllowedHost(host, allowed)) return emit.apply(this, event)
    reject("writeHead" in answered ? answered : responseOn(answered, request), host)
    return true
  }
  Object.assign(Server.prototype, { emit: guarded })
}

function reject(response: ServerResponse, host: string): void {
  const name = host.replace(/:\d*$/, "")
  response.writeHead(403, {
    "Content-Type": "text/plain; charset=utf-8",
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  })
  response.end(
    `trivet dev rejects the host ${JSON.stringify(name)}: a web page on that host could read this server.\n` +
      `To allow it: trivet dev --allow-host=<host>, or ${allowedHosts}=<host> in the environment.\n`,
  )
}
