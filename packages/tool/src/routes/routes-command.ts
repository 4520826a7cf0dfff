import { command, type Context, inject, type Route } from "trivet"
import { terminalOf } from "trivet/cli"
import { accessTable } from "trivet/extend"
import { commandOptions, programOptions } from "../command-options.ts"
import { Applications } from "../inspect/applications.ts"
import { checkModule } from "../inspect/check-module.ts"
import type { SerializedRoute } from "../inspect/report.ts"
import { middlewaresOfApp, rowsOf } from "./route-row.ts"
import { layOutRoutes } from "./route-table.ts"
import { type RouteFilter, selectRoutes } from "./select-routes.ts"

const record = {
  path: "routes",
  summary: "Lists the routes with their handlers, guards and places",
  accepts: {
    query: commandOptions({
      ...programOptions,
      method: { type: "string", description: "only this method, or only this kind: `command`" },
      path: { type: "string", description: "only paths that contain this text" },
      module: { type: "string", description: "only routes of this module" },
      handler: { type: "string", description: "only handlers that contain this text: PostsController.show" },
      middleware: { type: "string", description: "only routes behind this middleware" },
      all: { type: "boolean", description: "include routes that the platform does not serve" },
      wide: { type: "boolean", description: "show all middlewares, what they provide, and the module too" },
      access: { type: "boolean", description: "who may call what: routes and kinds of callers" },
    }),
  },
} as const

/** `trivet routes`. */
export class RoutesCommand {
  readonly #applications = inject(Applications)

  routes(): readonly Route[] {
    return [command(record.path, this.list, record)]
  }

  async list(ctx: Context<typeof record>): Promise<readonly object[] | string> {
    const { entry, timeout, access, wide, ...filter } = ctx.input("query")
    const { app } = await this.#applications.find(ctx, { entry, timeout })
    checkModule(app, filter.module)
    const selected = selectRoutes(app.routes, filter satisfies RouteFilter)
    const { json, columns, colors } = terminalOf(ctx)
    if (access) return listAccess(selected, json)
    const rows = rowsOf(selected, app)
    if (json) return rows.map((row) => ({ ...row, own: undefined }))
    return layOutRoutes(rows, { columns, colors, wide, outermost: middlewaresOfApp(app) })
  }
}

function listAccess(routes: readonly SerializedRoute[], json: boolean): readonly object[] | string {
  const { rows, text } = accessTable(routes)
  return json ? rows : text.trimEnd()
}
