import { command, type Context, inject, PublicError, type Route } from "trivet"
import type { CallExplanation } from "trivet/inspect"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import type { SerializedApp, SerializedRoute } from "../inspect/report.ts"
import { callTarget } from "./call-target.ts"
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
    const method = ctx.param("method").toUpperCase()
    if (!methods.includes(method))
      throw new PublicError(400, `"${ctx.param("method")}" is not a method. Methods: ${methods.join(", ")}`)
    const { path, refused } = callTarget(ctx.param("path"))
    const question = { calls: [{ method, path }] }
    const { app, calls } = await this.#applications.find(ctx, ctx.input("query"), question)
    const explained = calls[0]!
    if (app.platform === "cli")
      throw new PublicError(400, "this application serves commands, not requests: run a command with --help")
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
      },
      middlewares:
        refused === undefined
          ? (route?.middlewares ?? app.middlewares).map(({ name, where, provides }) => ({
              name,
              where,
              provides,
            }))
          : [],
      services: route === undefined ? [] : servicesBehind(app, route),
    }
  }
}

function routeOf(app: SerializedApp, { searched, route }: CallExplanation): SerializedRoute | undefined {
  return app.routes.find((one) => one.served && one.method === searched && one.path === route)
}
