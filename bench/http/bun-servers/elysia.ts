import { Elysia, t } from "elysia"
import type { Start } from "../start.ts"
import { createUser, passes, refusal, userOf } from "../users.ts"

const newUser = t.Object({
  name: t.String({ minLength: 1 }),
  email: t.String({ format: "email" }),
  age: t.Integer({ minimum: 0 }),
})

/** Elysia, which compiles its routes for Bun. */
export const start: Start = () => {
  const app = new Elysia()
    .onError(({ set }) => {
      set.status = 400
      return refusal
    })
    .get("/users/:id", ({ params }) => userOf(params.id))
    .post(
      "/users",
      ({ body, set }) => {
        set.status = 201
        return createUser(body)
      },
      { body: newUser },
    )
    .get("/passes", () => [...passes])
  const pass = (at: 0 | 1 | 2) => () => {
    passes[at]++
  }
  app.get("/guarded/:id", ({ params }) => userOf(params.id), {
    beforeHandle: [pass(0), pass(1), pass(2)],
  })
  const running: { readonly server: unknown } = app.listen({ port: 0, hostname: "127.0.0.1" })
  return (running.server as { readonly port: number }).port
}
