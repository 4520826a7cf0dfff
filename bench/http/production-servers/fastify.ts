import type { AddressInfo } from "node:net"
import { fastify } from "fastify"
import { nodeOptions } from "../node-options.ts"
import { user } from "../servers/fastify.ts"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

const list = {
  type: "object",
  properties: { name: { type: "string" }, data: { type: "array", items: user } },
} as const

/** Fastify, with schemas from which it compiles its serializers. */
export const start: Start = async () => {
  const app = fastify({ http: nodeOptions })
  app.setNotFoundHandler((_, reply) => reply.status(404).send(missing))
  for (const name of collections) {
    app.get(`/${name}`, { schema: { response: { 200: list } } }, () => listOf(name))
    app.get<{ Params: { id: string } }>(
      `/${name}/:id`,
      { schema: { response: { 200: user } } },
      ({ params }) => userOf(params.id),
    )
    app.post(`/${name}`, (_, reply) => reply.status(204).send())
    app.put(`/${name}/:id`, (_, reply) => reply.status(204).send())
    app.delete(`/${name}/:id`, (_, reply) => reply.status(204).send())
  }
  await app.listen({ port: 0, host: "127.0.0.1" })
  return (app.server.address() as AddressInfo).port
}
