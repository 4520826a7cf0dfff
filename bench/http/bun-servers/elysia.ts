import { Elysia } from "elysia"
import type { Start } from "../start.ts"
import { userOf } from "../users.ts"

/** Elysia, which compiles its routes for Bun. */
export const start: Start = () => {
  const app = new Elysia().get("/users/:id", ({ params }) => userOf(params.id))
  const running: { readonly server: unknown } = app.listen({ port: 0, hostname: "127.0.0.1" })
  return (running.server as { readonly port: number }).port
}
