import { H3, noContent, serve } from "h3"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

/** h3 on Node. A route for everything else answers what finds none. */
export const start: Start = async () => {
  const app = new H3()
  for (const name of collections) {
    app.get(`/${name}`, () => listOf(name))
    app.get(`/${name}/:id`, (event) => userOf(event.context.params!["id"]!))
    app.post(`/${name}`, () => noContent())
    app.put(`/${name}/:id`, () => noContent())
    app.delete(`/${name}/:id`, () => noContent())
  }
  app.all("/**", (event) => {
    event.res.status = 404
    return missing
  })
  const options = { port: 0, hostname: "127.0.0.1", silent: true, node: nodeOptions }
  const server = await serve(app, options).ready()
  return Number(new URL(server.url!).port)
}
