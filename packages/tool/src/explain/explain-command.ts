import { command, type Context, inject, PublicError, type Route } from "trivet"
import type { CallExplanation } from "trivet/extend"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import type { SerializedApp, SerializedRoute } from "../inspect/report.ts"
import { deprecationOf } from "../routes/deprecation-of.ts"
import { type CallTarget, callTarget } from "./call-target.ts"
import { type ExplainedCall, printExplanation } from "./print-explanation.ts"
import { servicesBehind } from "./services-behind.ts"

const record = {
  path: "explain/:method/:path",
  summary: "Shows which route answers a call, and why: explain GET /posts/42",
  accepts: { query: commandOptions(programOptions) },
} as const

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"]

/** `trivet explain`. */
export class ExplainCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.explain, { ...record, print: printExplanation })]
  }

  async explain(ctx: Context<typeof record>): Promise<ExplainedCall> {
    const typed = ctx.param("method")
    const isRequest = methods.includes(typed.toUpperCase())
    const method = isRequest ? typed.toUpperCase() : typed.toLowerCase()
    const { path, refused } = isRequest ? callTarget(ctx.param("path")) : otherTarget(ctx.param("path"))
    const question = { calls: [{ method, path }] }
    const { app, calls } = await this.#applications.find(ctx, ctx.input("query"), question)
    const explained = calls[0]!
    const others = app.kinds.filter((kind) => kind !== "request")
    if (!isRequest && !others.includes(method)) throw unknownKind(typed, others)
    if (isRequest && !app.kinds.includes("request"))
      throw new PublicError(
        400,
        `this application serves no requests: type explain ${others[0]} and its name`,
      )
    const route = refused === undefined ? routeOf(app, explained) : undefined
    return {
      ...explained,
      ...(refused !== undefined && {
        answer: "refused" as const,
        status: 400,
        route: undefined,
        params: {},
        tiers: [],
      }),
      refused,
      handler: route && {
        name: `${route.controller}.${route.handler || "(inline)"}`,
        where: route.where,
        declaredAt: route.declaredAt,
        module: route.module,
        deprecated: deprecationOf(route),
      },
      middlewares:
        refused === undefined
          ? (route?.middlewares ?? middlewaresFor(isRequest ? "request" : method, app)).map(
              ({ name, where, provides }) => ({
                name,
                where,
                provides,
              }),
            )
          : [],
      services: route === undefined ? [] : servicesBehind(app, route),
    }
  }
}

function routeOf(app: SerializedApp, { searched, route }: CallExplanation): SerializedRoute | undefined {
  const answering = app.routes.filter((one) => one.served && one.path === route)
  const own = answering.find((one) => (one.method ?? one.kind) === searched)
  return own ?? answering.find(({ method }) => method === "ANY")
}

/** The middlewares of a call without a route. */
function middlewaresFor(kind: string, { middlewares }: SerializedApp): SerializedApp["middlewares"] {
  return middlewares.filter(({ kinds }) => kinds === undefined || kinds.includes(kind))
}

function unknownKind(typed: string, others: readonly string[]): PublicError {
  const kinds = others.length === 0 ? "" : `. Kinds beside requests: ${others.join(", ")}`
  return new PublicError(400, `"${typed}" is not a method. Methods: ${methods.join(", ")}${kinds}`)
}

/** The path of a call that is not a request: it reaches the router as typed. */
function otherTarget(path: string): CallTarget {
  return { path, refused: undefined }
}
