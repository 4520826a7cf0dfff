import { type PlannedController, type PlannedModule, planModules } from "./plan.ts"
import type { Shape } from "./shape.ts"

/** Hono as its guide to RPC asks for: routes chained, groups joined by `route()`, a client made of the app's type. */
export const honoChains: Shape = {
  name: "Hono, chained, with hc",
  id: "hono-chains",
  ours: false,
  compilerOptions: {},
  files(routeCount) {
    const modules = planModules(routeCount)
    const groups = modules.flatMap(({ name, controllers }) =>
      controllers.map((one) => [`${name}/${one.name}.ts`, group(one)] as const),
    )
    const areas = modules.map((one) => [`${one.name}/${one.name}.ts`, area(one)] as const)
    return new Map([
      ["bearer.ts", bearer],
      ...groups,
      ...areas,
      ["main.ts", main(modules)],
      ["client.ts", client(modules)],
    ])
  },
  mistake: {
    file: "client.ts",
    from: `{ param: { id: "1" } }`,
    to: `{ param: { name: "1" } }`,
    message: "'name' does not exist",
  },
}

const bearer = `import { createMiddleware } from "hono/factory"

interface BearerEnv {
  Variables: { user_id: string; user_email: string }
}

export const bearer = createMiddleware<BearerEnv>(async (c, next) => {
  const token = c.req.header("authorization") ?? ""
  if (token === "") return c.json({ error: "Missing token" }, 401)
  c.set("user_id", token)
  c.set("user_email", token)
  await next()
  return
})
`

function group({ name, title }: PlannedController): string {
  return `import { Hono } from "hono"
import { validator } from "hono/validator"
import { bearer } from "../bearer.ts"

const create${title} = validator("json", (value: Record<string, unknown>) => ({
  title: String(value["title"]),
  email: String(value["email"]),
  count: Number(value["count"] ?? 0),
}))
const change${title} = validator("json", (value: Record<string, unknown>) => ({
  title: String(value["title"]),
  published: value["published"] === true,
}))

export const ${name} = new Hono()
  .get("/${name}", (c) => c.json([{ id: "1", title: c.req.query("title") ?? "" }]))
  .get("/${name}/:id", (c) => {
    const id = c.req.param("id")
    if (id === "") return c.json({ error: "Not found" }, 404)
    return c.json({ id, title: "${title}" }, 200)
  })
  .get("/${name}/:id/history/:version", (c) =>
    c.json({ id: c.req.param("id"), version: c.req.param("version") }),
  )
  .get("/${name}/:id/files/*", (c) => c.json({ id: c.req.param("id"), path: c.req.path }))
  .get("/orgs/:org/${name}", bearer, (c) =>
    c.json([{ id: "1", org: c.req.param("org"), by: c.var.user_id }]),
  )
  .post("/orgs/:org/${name}", bearer, create${title}, (c) => {
    const { title, email, count } = c.req.valid("json")
    return c.json({ title, email, count, by: c.var.user_email }, 201)
  })
  .get("/orgs/:org/${name}/:id", bearer, (c) =>
    c.json({ id: c.req.param("id"), org: c.req.param("org"), by: c.var.user_id }),
  )
  .put("/orgs/:org/${name}/:id", bearer, change${title}, (c) => {
    const { title, published } = c.req.valid("json")
    return c.json({ id: c.req.param("id"), title, published, by: c.var.user_id })
  })
  .delete("/orgs/:org/${name}/:id", bearer, (c) => {
    console.log(c.req.param("id"))
    return c.body(null, 204)
  })
  .post("/orgs/:org/${name}/:id/tags/:tag", bearer, (c) =>
    c.json({ id: c.req.param("id"), tag: c.req.param("tag"), by: c.var.user_id }),
  )
`
}

function area({ name, controllers }: PlannedModule): string {
  return `import { Hono } from "hono"
${controllers.map((one) => `import { ${one.name} } from "./${one.name}.ts"`).join("\n")}

export const ${name} = new Hono()
${controllers.map((one) => `  .route("/", ${one.name})`).join("\n")}
`
}

function main(modules: readonly PlannedModule[]): string {
  return `import { Hono } from "hono"
${modules.map(({ name }) => `import { ${name} } from "./${name}/${name}.ts"`).join("\n")}

export const app = new Hono()
${modules.map(({ name }) => `  .route("/", ${name})`).join("\n")}

export type App = typeof app
`
}

function client(modules: readonly PlannedModule[]): string {
  const calls = modules.flatMap(({ controllers }) =>
    controllers.map(
      ({ name }) =>
        `  { const reply = await client.${name}[":id"].$get({ param: { id: "1" } }); await reply.json() }`,
    ),
  )
  return `import { hc } from "hono/client"
import type { App } from "./main.ts"

const client = hc<App>("http://localhost")

export async function callAll() {
  await Promise.resolve(client)
${calls.join("\n")}
}
`
}
