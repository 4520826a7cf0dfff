import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"
import { trivetApp } from "./trivet-app.ts"
import { trivetHandlers, trivetSchemas } from "./trivet-handlers.ts"

/** Trivet's plain records in `routes([…])`, without a maker, with the same handlers. */
export const trivetPlain: Shape = {
  name: "Trivet, plain records",
  id: "trivet-plain",
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
    from: "middlewares: [Bearer], ",
    to: "",
    message: "needs user_id from a middleware",
  },
}

function controller(one: PlannedController): string {
  const { name, title } = one
  return `import { type Context, dto, routes } from "trivet"
import { Bearer } from "../bearer.ts"

${trivetSchemas(one)}

export class ${title}Controller {
  routes() {
    return routes([
      { method: "GET", path: "/${name}", handler: this.index },
      { method: "GET", path: "/${name}/:id", handler: this.show },
      { method: "GET", path: "/${name}/:id/history/:version", handler: this.version },
      { method: "GET", path: "/${name}/:id/files/*", handler: this.file },
      { path: "/orgs/:org/${name}", middlewares: [Bearer], children: [
        { method: "GET", path: "", handler: this.list },
        { method: "POST", path: "", handler: this.create },
        { method: "GET", path: "/:id", handler: this.showMine },
        { method: "PUT", path: "/:id", handler: this.update },
        { method: "DELETE", path: "/:id", handler: this.remove },
        { method: "POST", path: "/:id/tags/:tag", handler: this.tag },
      ] },
    ])
  }

${trivetHandlers(one)}
}
`
}
