import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"
import { trivetApp } from "./trivet-app.ts"

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

function controller({ name, title }: PlannedController): string {
  return `import { type Context, del, dto, get, group, post, put, routes } from "trivet"
import { Bearer } from "../bearer.ts"

const Create${title} = dto({ title: "required,min=3", email: "required,email", count: "integer" })
const Change${title} = dto({ title: "required", published: "boolean" })

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

  index(ctx: Context<"/${name}">) {
    return [{ id: "1", title: ctx.query("title") }]
  }

  show(ctx: Context<"/${name}/:id">) {
    const id = ctx.param("id")
    if (id === "") return ctx.status(404).json({ error: "Not found" })
    return { id, title: "${title}" }
  }

  version(ctx: Context<"/${name}/:id/history/:version">) {
    return { id: ctx.param("id"), version: ctx.param("version") }
  }

  file(ctx: Context<"/${name}/:id/files/*">) {
    return { id: ctx.param("id"), path: ctx.param("*") }
  }

  list(ctx: Context<"/orgs/:org/${name}", "user_id">) {
    return [{ id: "1", org: ctx.param("org"), by: ctx.get("user_id") }]
  }

  async create(ctx: Context<"/orgs/:org/${name}", "user_id" | "user_email">) {
    const { title, email, count } = await ctx.bind(Create${title})
    return ctx.status(201).json({ title, email, count: count ?? 0, by: ctx.get("user_email") })
  }

  showMine(ctx: Context<"/orgs/:org/${name}/:id", "user_id">) {
    return { id: ctx.param("id"), org: ctx.param("org"), by: ctx.get("user_id") }
  }

  async update(ctx: Context<"/orgs/:org/${name}/:id", "user_id">) {
    const { title, published } = await ctx.bind(Change${title})
    return { id: ctx.param("id"), title, published: published ?? false, by: ctx.get("user_id") }
  }

  remove(ctx: Context<"/orgs/:org/${name}/:id", "user_id">) {
    ctx.log.info(ctx.param("id"))
  }

  tag(ctx: Context<"/orgs/:org/${name}/:id/tags/:tag", "user_id">) {
    return { id: ctx.param("id"), tag: ctx.param("tag"), by: ctx.get("user_id") }
  }
}
`
}
