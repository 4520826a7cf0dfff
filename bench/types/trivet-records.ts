import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"
import { trivetApp } from "./trivet-app.ts"
import { trivetHandlers, trivetSchemas } from "./trivet-handlers.ts"

/** Trivet's makers: `get()` and `group()` in a controller's `routes()`, with a context written for each path. */
export const trivetRecords: Shape = {
  name: "Trivet, get() and group()",
  id: "trivet-records",
  ours: true,
  compilerOptions: {},
  files(routeCount) {
    const modules = planModules(routeCount)
    const written = modules.flatMap(({ name, controllers }) =>
      controllers.map((one) => [`${name}/${one.name}-controller.ts`, controller(one)] as const),
    )
    return new Map([...trivetApp(modules), ...written])
  },
  mistake: {
    file: "area0/items0-controller.ts",
    from: "[Bearer], [",
    to: "[",
    message: "needs user_id from a middleware",
  },
}

function controller(one: PlannedController): string {
  const { name, title } = one
  return `import { type Context, del, dto, get, group, post, put, routes } from "trivet"
import { Bearer } from "../bearer.ts"

${trivetSchemas(one)}

export class ${title}Controller {
  routes() {
    return routes([
      get("/${name}", this.index),
      get("/${name}/:id", this.show),
      get("/${name}/:id/history/:version", this.version),
      get("/${name}/:id/files/*", this.file),
      group("/orgs/:org/${name}", [Bearer], [
        get("", this.list),
        post("", this.create),
        get("/:id", this.showMine),
        put("/:id", this.update),
        del("/:id", this.remove),
        post("/:id/tags/:tag", this.tag),
      ]),
    ])
  }

${trivetHandlers(one)}
}
`
}
