import type { Answers } from "../../app/dispatch/dispatch.ts"
import { Fault } from "../../fault/fault.ts"
import type { Rejecting } from "../find-rejection.ts"
import type { RuntimeInfo } from "./address-of.ts"
import { FetchIncoming } from "./fetch-incoming.ts"
import { respond } from "./respond.ts"
import { targetOf } from "./target-of.ts"

/** A function that answers a Web `Request`, as `Bun.serve` and `Deno.serve` call it. `info` gives the client's address. */
export type FetchHandler = (request: Request, info?: RuntimeInfo) => Response | Promise<Response>

/** Creates a fetch handler from answers. */
export function answerRequests(answers: Answers, rejecting: Rejecting): FetchHandler {
  return (request, info) => {
    const target = targetOf(request, info)
    const incoming = new FetchIncoming(request, target ?? { path: request.url, query: "" }, info)
    const reply =
      target === undefined
        ? answers.reject(incoming, new Fault("TARGET_AMBIGUOUS", {}))
        : answers.dispatch(incoming)
    return reply instanceof Promise
      ? reply.then((later) => respond(request, incoming, later, rejecting, undefined, info))
      : respond(request, incoming, reply, rejecting, undefined, info)
  }
}
