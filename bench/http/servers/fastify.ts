import type { AddressInfo } from "node:net"
import { fastify } from "fastify"
import { nodeOptions } from "../node-options.ts"
import type { Start } from "../start.ts"
import { createUser, type NewUser, passes, refusal, userOf } from "../users.ts"

const text = { type: "string" } as const
/** The JSON Schema of a user. */
export const user = {
  type: "object",
  properties: {
    id: text,
    name: text,
    email: text,
    age: { type: "integer" },
    role: text,
    active: { type: "boolean" },
    created_at: text,
  },
} as const
const newUser = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1 },
    email: { type: "string", format: "email" },
    age: { type: "integer", minimum: 0 },
  },
  required: ["name", "email", "age"],
} as const

/** Fastify with schemas for bodies and replies, from which it compiles its validators and serializers. */
export const start: Start = async () => {
  const app = fastify({ http: nodeOptions })
  app.setErrorHandler((_, __, reply) => reply.status(400).send(refusal))
  app.get<{ Params: { id: string } }>("/users/:id", { schema: { response: { 200: user } } }, (request) =>
    userOf(request.params.id),
  )
  app.post<{ Body: NewUser }>(
    "/users",
    { schema: { body: newUser, response: { 201: user } } },
    (request, reply) => reply.status(201).send(createUser(request.body)),
  )
  app.get("/passes", () => passes)
  await app.register((guarded, _, done) => {
    for (const at of [0, 1, 2] as const) {
      guarded.addHook("onRequest", (_request, _reply, next) => {
        passes[at]++
        next()
      })
    }
    guarded.get<{ Params: { id: string } }>(
      "/guarded/:id",
      { schema: { response: { 200: user } } },
      (request) => userOf(request.params.id),
    )
    done()
  })
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
