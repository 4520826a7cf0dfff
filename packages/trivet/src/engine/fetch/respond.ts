import { isBodiless, type Reply } from "../../context/reply/reply.ts"
import { UpgradeReply } from "../../context/reply/upgrade-reply.ts"
import { findRejection, type Rejecting } from "../find-rejection.ts"
import { settleReply } from "../settle-reply.ts"
import type { FetchIncoming } from "./fetch-incoming.ts"
import type { RuntimeInfo } from "./address-of.ts"
import { type Edge, keep, writeBody } from "./write-body.ts"

/** Creates the `Response` of a reply. `edge` is set if the runtime must be asked to wait for pending work. */
export function respond(
  request: Request,
  incoming: FetchIncoming,
  reply: Reply,
  built: Rejecting,
  edge?: Edge,
  info?: RuntimeInfo,
): Response {
  const { log } = built.settings
  const { status, body, headers, done } = reply
  try {
    if (
      typeof body === "string" &&
      headers === undefined &&
      done === undefined &&
      isPlain(incoming.method, status)
    ) {
      incoming.over(false)
      return new Response(body, initFor(status, reply.type!))
    }
    if (reply instanceof UpgradeReply)
      return reply.opening.respond(request, reply, headersOfReply(reply), info)
    settleReply(reply, request.method)
    const list = headersOfReply(reply)
    return new Response(writeBody(incoming, reply, log, edge), { status, headers: list })
  } catch (error) {
    log.error({ err: error }, "a reply cannot be written")
    keep(done?.({ status: 500, aborted: false }), edge)
    const own = findRejection(built, 500)
    if (own === undefined) return internalError()
    return new Response(own.body, { status: 500, headers: { "content-type": own.type } })
  }
}

/** The reply if the application's own error format is not available. */
export function internalError(): Response {
  return Response.json({ error: "Internal Server Error" }, { status: 500 })
}

let last:
  | { readonly type: string; readonly init: { readonly status: number; readonly headers: Headers } }
  | undefined

/**
 * Status and headers of a plain reply. The last ones are reused: most replies are alike, and runtimes copy an existing
 * `Headers` object.
 */
function initFor(status: number, type: string): ResponseInit {
  if (last?.init.status !== status || last.type !== type) {
    last = { type, init: { status, headers: new Headers({ "content-type": type }) } }
  }
  return last.init
}

function isPlain(method: string, status: number): boolean {
  return method !== "HEAD" && !isBodiless(status)
}

function headersOfReply({ headers, type }: Reply): Headers {
  const list = new Headers()
  const pairs = headers?.list ?? []
  for (let at = 0; at < pairs.length; at += 2) list.append(pairs[at]!, pairs[at + 1]!)
  if (type !== undefined && !list.has("content-type")) list.set("content-type", type)
  return list
}
