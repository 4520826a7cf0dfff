import { Hono } from "hono"
import { createUser, parseNewUser, passes, refusal, userOf } from "./users.ts"

/** The Hono application, the same on Node and on Bun. */
export function createHonoApp(): Hono {
  const app = new Hono()
  app.get("/users/:id", (c) => c.json(userOf(c.req.param("id"))))
  app.post("/users", async (c) => {
    const body = parseNewUser(await c.req.json().catch(() => undefined))
    return body === undefined ? c.json(refusal, 400) : c.json(createUser(body), 201)
  })
  app.get("/passes", (c) => c.json(passes))
  for (const at of [0, 1, 2] as const) {
    app.use("/guarded/*", (_, next) => {
      passes[at]++
      return next()
    })
  }
  app.get("/guarded/:id", (c) => c.json(userOf(c.req.param("id"))))
  return app
}
