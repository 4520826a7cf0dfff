import { Elysia } from "elysia"
import type { Start } from "../start.ts"
import { collections, listOf, missing } from "../things.ts"
import { userOf } from "../users.ts"

/** Elysia, which compiles its routes for Bun. */
export const start: Start = () => {
  const app = new Elysia().onError(({ set }) => {
    set.status = 404
    return missing
  })
  const nothing = ({ set }: { readonly set: { status?: number | string } }) => {
    set.status = 204
  }
  for (const name of collections) {
    app.get(`/${name}`, () => listOf(name))
    app.get(`/${name}/:id`, ({ params }) => userOf(params.id))
    app.post(`/${name}`, nothing)
    app.put(`/${name}/:id`, nothing)
    app.delete(`/${name}/:id`, nothing)
  }
  const running: { readonly server: unknown } = app.listen({ port: 0, hostname: "127.0.0.1" })
  return (running.server as { readonly port: number }).port
}
