import express from "express"
import {
  type App,
  type Context,
  createApp,
  group,
  type MiddlewareEntry,
  module,
  mount,
  type Next,
  PublicError,
  Reply,
} from "trivet"
import type { MountedHandler } from "trivet/extend"
import { api } from "trivet/api"
import { fromNode } from "trivet/node"
import { createTestLog } from "trivet/testing"

/** A call that reached a mounted handler: the path that it saw, and the one that the router matched. */
export interface Reached {
  readonly seen: string
  matched: string | undefined
  readonly authorized: boolean
}

const isAuthorized = (ctx: Context) => ctx.header("authorization") === "Bearer right"

const guards: Readonly<Record<string, MiddlewareEntry>> = {
  throws: {
    handle(ctx: Context, next: Next) {
      if (!isAuthorized(ctx)) throw new PublicError(401, "Unauthorized")
      return next()
    },
  },
  breaks: {
    handle(ctx: Context, next: Next) {
      if (!isAuthorized(ctx)) throw new Error("not authorized")
      return next()
    },
  },
  answers: { handle: (ctx: Context, next: Next) => (isAuthorized(ctx) ? next() : Reply.error(401, "No")) },
  responds: {
    handle: (ctx: Context, next: Next) => (isAuthorized(ctx) ? next() : new Response("No", { status: 401 })),
  },
  waits: {
    async handle(ctx: Context, next: Next) {
      await new Promise((go) => setImmediate(go))
      return isAuthorized(ctx) ? next() : Reply.error(401, "No")
    },
  },
}

/** The paths at which a guarded handler is mounted. */
export const guardedPaths: readonly string[] = [
  ...Object.keys(guards).flatMap((name) => [`/group/${name}`, `/mount/${name}`]),
  "/application/guard",
  "/express/guard",
]

/** Notes which path the router matched; `/application` is guarded here, by the pattern of the matched route. */
class Outermost {
  readonly #calls: Map<string, Reached>
  constructor(calls: Map<string, Reached>) {
    this.#calls = calls
  }
  async handle(ctx: Context, next: Next) {
    if (ctx.pattern?.startsWith("/application") === true && !isAuthorized(ctx)) return Reply.error(401, "No")
    const result: unknown = await next()
    const reached = this.#calls.get(ctx.header("x-call"))
    if (reached !== undefined) reached.matched = ctx.path
    return result
  }
}

/**
 * An application whose mounted handlers stand behind guards of every kind. Each call has a number in `X-Call`, under
 * which `reached` has what a handler saw.
 */
export async function createGuardedMounts(): Promise<{
  readonly app: App
  readonly reached: Map<string, Reached>
}> {
  const reached = new Map<string, Reached>()
  const note = (call: string, seen: string, authorization: string | null | undefined) =>
    reached.set(call, { seen, matched: undefined, authorized: authorization === "Bearer right" })
  const handler: MountedHandler = ({ url, headers }) => {
    note(headers.get("x-call") ?? "", new URL(url).pathname, headers.get("authorization"))
    return new Response("reached")
  }
  // Express takes paths without regard to case and to a slash at the end.
  const legacy = express()
  legacy.disable("x-powered-by")
  legacy.use((req, res) => {
    note(req.get("x-call") ?? "", req.originalUrl.split("?", 1)[0]!, req.get("authorization"))
    res.send("reached")
  })
  class Mounts {
    routes() {
      return [
        ...Object.entries(guards).flatMap(([name, guard]) => [
          group("/group", [guard], [mount(`/${name}`, handler)]),
          mount(`/mount/${name}`, handler, { middlewares: [guard] }),
        ]),
        mount("/application/guard", handler),
        mount("/express/guard", fromNode(legacy), { middlewares: [guards["throws"]!] }),
        // What is open beside them: an application with nothing but guarded routes would prove less.
        mount("/open", () => new Response("open")),
      ]
    }
  }
  const app = await createApp(module({ name: "mounts", declarations: [Mounts] }), {
    platform: api(),
    middlewares: [new Outermost(reached)],
    log: createTestLog().log,
  })
  return { app, reached }
}
