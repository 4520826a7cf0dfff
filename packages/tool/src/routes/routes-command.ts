import { command, type Context, inject, type Route } from "trivet"
import { accessTable } from "trivet/extend"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { checkModule } from "../inspect/check-module.ts"
import type { SerializedRoute } from "../inspect/report.ts"
import { deprecationOf } from "./deprecation-of.ts"
import { methodOf, type RouteFilter, selectRoutes } from "./select-routes.ts"

const record = {
  path: "routes",
  summary: "Lists the routes with their handlers and middlewares",
  accepts: {
    query: commandOptions({
      ...programOptions,
      method: { type: "string", description: "only this method, or only this kind: `command`" },
      path: { type: "string", description: "only paths that contain this text" },
      module: { type: "string", description: "only routes of this module" },
      handler: { type: "string", description: "only handlers that contain this text: PostsController.show" },
      middleware: { type: "string", description: "only routes behind this middleware" },
      all: { type: "boolean", description: "include routes that the platform does not serve" },
      access: { type: "boolean", description: "who may call what: routes and kinds of callers" },
    }),
  },
} as const

/** A route as one row. */
export interface RouteRow {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly where: string
  readonly middlewares: readonly string[]
  readonly provides: readonly string[]
  readonly module: string
  /** Only if one of the listed routes is deprecated: since when, and its sunset date. */
  readonly deprecated?: string
}

/** `trivet routes`. */
export class RoutesCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.list, record)]
  }

  async list(ctx: Context<typeof record>): Promise<readonly object[] | string> {
    const { entry, timeout, access, ...filter } = ctx.input("query")
    const { app } = await this.#applications.find(ctx, { entry, timeout })
    checkModule(app, filter.module)
    const selected = selectRoutes(app.routes, filter satisfies RouteFilter)
    if (access) return listAccess(ctx, selected)
    const isAny = selected.some(({ deprecated }) => deprecated !== undefined)
    const rows = selected.map((route) => ({
      ...rowOf(route),
      ...(isAny && { deprecated: deprecationOf(route) ?? "" }),
    }))
    return ctx.header("accept") === "application/json" ? rows : rows.map(flat)
  }
}

function listAccess(ctx: Context, routes: readonly SerializedRoute[]): readonly object[] | string {
  const { rows, text } = accessTable(routes)
  return ctx.header("accept") === "application/json" ? rows : text.trimEnd()
}

function rowOf(route: SerializedRoute): RouteRow {
  return {
    method: methodOf(route),
    path: route.path,
    handler: `${route.controller}.${route.handler || "(inline)"}`,
    where: route.where ?? "",
    middlewares: route.middlewares.map(({ name }) => name),
    provides: route.provides,
    module: route.module,
  }
}

/** A row for a table, with lists as texts. */
function flat(row: RouteRow): object {
  return { ...row, middlewares: row.middlewares.join(" → "), provides: row.provides.join(", ") }
}
