import { type PlannedController, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"
import { trivetApp } from "./trivet-app.ts"

/** Trivet's contracts: `resource()` and `contract()` in a file that a client could import, and `implement()`. */
export const trivetContracts: Shape = {
  name: "Trivet, contract() and resource()",
  id: "trivet-contracts",
  ours: true,
  compilerOptions: {},
  files(routeCount) {
    const modules = planModules(routeCount)
    const written = modules.flatMap(({ name, controllers }) =>
      controllers.flatMap((one) => [
        [`${name}/${one.name}-contract.ts`, contract(one)] as const,
        [`${name}/${one.name}-controller.ts`, controller(one)] as const,
      ]),
    )
    return new Map([...trivetApp(modules), ...written])
  },
  mistake: {
    file: "area0/items0-controller.ts",
    from: "update: [Bearer], ",
    to: "",
    message: "needs user_id from a middleware",
  },
}

function contract({ name, title }: PlannedController): string {
  return `import { contract, dto, resource } from "trivet"

const ${title} = dto({ id: "required", title: "required" })
const Create${title} = dto({ title: "required,min=3", email: "required,email", count: "integer" })
const Change${title} = dto({ title: "required", published: "boolean" })
const Page${title} = dto({ limit: "integer", cursor: "" })
const Failed = dto({ error: "required" })

export const ${title}Resource = resource("orgs/:org/${name}", {
  index: { accepts: { query: Page${title} } },
  show: { returns: { 200: ${title}, 404: Failed } },
  create: { accepts: { body: Create${title} }, returns: { 201: ${title} } },
  update: { accepts: { body: Change${title} } },
})

export const ${title}Contract = contract({
  search: { method: "GET", path: "/${name}", accepts: { query: Page${title} } },
  peek: { method: "GET", path: "/${name}/:id" },
  version: { method: "GET", path: "/${name}/:id/history/:version" },
  file: { method: "GET", path: "/${name}/:id/files/*" },
  tag: { method: "POST", path: "/orgs/:org/${name}/:id/tags/:tag", accepts: { body: Change${title} } },
})
`
}

function controller({ name, title }: PlannedController): string {
  return `import { type Context, implement, routes } from "trivet"
import { Bearer } from "../bearer.ts"
import { ${title}Contract, ${title}Resource } from "./${name}-contract.ts"

type Resource = typeof ${title}Resource
type Contract = typeof ${title}Contract

export class ${title}Controller {
  routes() {
    return routes([
      ...implement(${title}Resource, this, { create: [Bearer], update: [Bearer], delete: [Bearer] }),
      ...implement(${title}Contract, this, { tag: [Bearer] }),
    ])
  }

  async index(ctx: Context<Resource["index"]>) {
    const { limit, cursor } = ctx.input("query")
    return [{ id: cursor ?? "", org: ctx.param("org"), limit: limit ?? 100 }]
  }

  async show(ctx: Context<Resource["show"]>) {
    const id = ctx.param("id")
    if (id === "") return ctx.status(404).json({ error: "Not found" })
    return { id, title: ctx.param("org") }
  }

  async create(ctx: Context<Resource["create"], "user_id" | "user_email">) {
    const { title, email, count } = await ctx.bind()
    ctx.log.info({ email, count: count ?? 0, by: ctx.get("user_email") }, "created")
    return ctx.status(201).json({ id: ctx.get("user_id"), title })
  }

  async update(ctx: Context<Resource["update"], "user_id">) {
    const { title, published } = await ctx.bind()
    return { id: ctx.param("id"), title, published: published ?? false, by: ctx.get("user_id") }
  }

  delete(ctx: Context<Resource["delete"], "user_id">) {
    ctx.log.info(ctx.param("id"))
  }

  search(ctx: Context<Contract["search"]>) {
    return [{ id: "1", limit: ctx.input("query").limit ?? 100 }]
  }

  peek(ctx: Context<Contract["peek"]>) {
    return { id: ctx.param("id"), title: "${title}" }
  }

  version(ctx: Context<Contract["version"]>) {
    return { id: ctx.param("id"), version: ctx.param("version") }
  }

  file(ctx: Context<Contract["file"]>) {
    return { id: ctx.param("id"), path: ctx.param("*") }
  }

  async tag(ctx: Context<Contract["tag"], "user_id">) {
    const { title } = await ctx.bind()
    return { id: ctx.param("id"), tag: ctx.param("tag"), title, by: ctx.get("user_id") }
  }
}
`
}
