import type { PlannedController } from "./plan.ts"

/** The ten handlers of a controller, the same whichever way its routes are written. */
export function trivetHandlers({ name, title }: PlannedController): string {
  return `  index(ctx: Context<"/${name}">) {
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
  }`
}

/** The schemas that the handlers bind to. */
export function trivetSchemas({ title }: PlannedController): string {
  return `const Create${title} = dto({ title: "required,min=3", email: "required,email", count: "integer" })
const Change${title} = dto({ title: "required", published: "boolean" })`
}
