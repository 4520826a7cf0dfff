import { H3, serve } from "h3"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { createUser, parseNewUser, passes, refusal, userOf } from "../users.ts"

/** h3 on Node. */
export const start: Start = async () => {
  const app = new H3()
  app.get("/users/:id", (event) => userOf(event.context.params!["id"]!))
  app.post("/users", async (event) => {
    const body = parseNewUser(await event.req.json().catch(() => undefined))
    event.res.status = body === undefined ? 400 : 201
    return body === undefined ? refusal : createUser(body)
  })
  app.get("/passes", () => passes)
  for (const at of [0, 1, 2] as const) {
    app.use("/guarded/**", (_, next) => {
      passes[at]++
      return next()
    })
  }
  app.get("/guarded/:id", (event) => userOf(event.context.params!["id"]!))
  const options = { port: 0, hostname: "127.0.0.1", silent: true, node: nodeOptions }
  const server = await serve(app, options).ready()
  return Number(new URL(server.url!).port)
}
