import type { App } from "../../app/app.ts"
import { Reply } from "../../context/reply.ts"
import { Fault } from "../../fault/fault.ts"
import type { NodeIncoming } from "./call/node-incoming.ts"

/** A target that is no path. `OPTIONS *` asks whether anybody is there, which no route can say. */
export function answerOdd(app: App, incoming: NodeIncoming): Reply | Promise<Reply> {
  const asks = incoming.method === "OPTIONS" && incoming.path === "*"
  return asks ? Reply.empty(204) : app.reject(incoming, new Fault("TARGET_AMBIGUOUS", {}))
}
