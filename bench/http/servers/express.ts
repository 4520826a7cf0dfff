import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import express, { type ErrorRequestHandler, type Handler, json, type Request } from "express"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { createUser, parseNewUser, passes, refusal, userOf } from "../users.ts"

const counters = ([0, 1, 2] as const).map((at): Handler => (_, __, next) => {
  passes[at]++
  next()
})

/** Express, without the two headers that only it would send. */
export const start: Start = () => {
  const app = express()
  app.disable("x-powered-by")
  app.disable("etag")
  app.get("/users/:id", (request, response) => response.json(userOf(request.params.id)))
  app.post("/users", json(), (request, response) => {
    const body = parseNewUser(request.body)
    if (body === undefined) response.status(400).json(refusal)
    else response.status(201).json(createUser(body))
  })
  app.get("/passes", (_, response) => response.json(passes))
  app.get("/guarded/:id", ...counters, (request: Request<{ id: string }>, response) =>
    response.json(userOf(request.params.id)),
  )
  // Express tells an error handler by its four parameters.
  const refuse: ErrorRequestHandler = (_error, _request, response, _next) =>
    response.status(400).json(refusal)
  app.use(refuse)
  return new Promise((resolve) => {
    const server = createServer(nodeOptions, app)
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port))
  })
}
