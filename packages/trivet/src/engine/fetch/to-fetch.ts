import type { App } from "../../app/create-app.ts"
import type { Reply } from "../../context/reply.ts"
import { addressOf, type RuntimeInfo } from "./address-of.ts"
import { FetchIncoming } from "./fetch-incoming.ts"
import { writeBody } from "./write-body.ts"

/** Answers Web requests: what `Bun.serve`, `Deno.serve` and edge runtimes call. */
export type FetchHandler = (request: Request, info?: RuntimeInfo) => Response | Promise<Response>

/** An application as a fetch handler: `Bun.serve({ fetch: toFetch(app) })`, `Deno.serve(toFetch(app))`. */
export function toFetch(app: App): FetchHandler {
  return (request, info) => {
    const address = info === undefined ? undefined : () => addressOf(request, info)
    const reply = app.dispatch(new FetchIncoming(request, address))
    return reply instanceof Promise ? reply.then((later) => respond(request, later)) : respond(request, reply)
  }
}

function respond(request: Request, reply: Reply): Response {
  const { status, body, done } = reply
  if (typeof body === "string" && reply.headers === undefined && done === undefined) {
    return new Response(body, { status, headers: { "content-type": reply.type! } })
  }
  return new Response(writeBody(request, reply), { status, headers: headersOf(reply) })
}

function headersOf({ headers, type }: Reply): Headers {
  const list = new Headers()
  const pairs = headers?.list ?? []
  for (let at = 0; at < pairs.length; at += 2) list.append(pairs[at]!, pairs[at + 1]!)
  if (type !== undefined && !list.has("content-type")) list.set("content-type", type)
  return list
}
