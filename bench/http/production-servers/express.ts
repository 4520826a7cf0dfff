import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express, { type Handler, type Request, type Response } from "express"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

const done: Handler = (_, response) => response.status(204).json(null)

/** Express, without the two headers that only it would send. */
export const start: Start = () => {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  for (const name of collections) {
    app.get(`/${name}`, (_, response) => response.json(listOf(name)))
    app.get(`/${name}/:id`, (request, response) => response.json(userOf(request.params.id)))
    app.post(`/${name}`, done)
    app.put(`/${name}/:id`, done)
    app.delete(`/${name}/:id`, done)
  }
  app.use((_: Request, response: Response) => response.status(404).json(missing))
  return new Promise((resolve) => {
    const server = createServer(nodeOptions, app)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
}
