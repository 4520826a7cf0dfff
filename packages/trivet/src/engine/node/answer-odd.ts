import type { EngineApp } from "../../app/engine-app.ts"
import { Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import type { NodeIncoming } from "./call/node-incoming.ts"

/** Answers a target without a path: `OPTIONS *` gets 204; others are rejected. */
export function answerOdd(app: EngineApp, incoming: NodeIncoming): Reply | Promise<Reply> {
  const asks = incoming.method === "OPTIONS" && incoming.path === "*"
  return asks ? Reply.empty(204) : app.reject(incoming, new Fault("TARGET_AMBIGUOUS", {}))
}
