import {
  type Context,
  del,
  get,
  group,
  module,
  type Module,
  type Next,
  post,
  put,
  type Route,
  type Security,
} from "trivet"
import { z } from "zod"

const Comment = z.object({
  text: z.string(),
  get replies() {
    return z.array(Comment)
  },
})
const Person = z.object({ name: z.string() }).meta({ id: "Person" })
const Pair = z.object({ first: Person, second: Person })
const When = z.object({ at: z.date() })
const Shape = z.union([z.object({ kind: z.literal("a"), a: z.string() }), z.object({ kind: z.literal("b") })])

class Either {
  readonly security: readonly Security[] = [
    { name: "bearer", scheme: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    { name: "session", scheme: { type: "apiKey", in: "cookie", name: "session_id" } },
  ]
  handle(_: Context, next: Next): unknown {
    return next()
  }
}

class Key {
  readonly security: Security = { name: "key", scheme: { type: "apiKey", in: "header", name: "x-api-key" } }
  readonly answers = { 403: "The key is not for this.", 429: "Too many calls with this key." }
  handle(_: Context, next: Next): unknown {
    return next()
  }
}

class OddController {
  routes(): readonly Route[] {
    const anything = (): string => "ok"
    return [
      get("/", anything),
      get("/files/*", anything),
      get("/files/:name", this.file),
      put("/files/:id", this.file),
      get("/all/*", anything),
      get("/:rest/deep/*", anything),
      get("/caf\u00e9", anything),
      post("/comments", anything, { accepts: { body: Comment }, returns: { 201: Comment } }),
      post("/pairs", anything, { accepts: { body: Pair }, returns: { 200: z.array(Person), 422: Pair } }),
      get("/when", anything, { returns: { 200: When, 304: null } }),
      get("/text", anything, { returns: { 200: z.string() } }),
      get("/shapes", anything, { accepts: { query: Shape, headers: Shape } }),
      get("/own-error", anything, { accepts: { query: Person }, returns: { 200: Person, 400: Pair } }),
      get("/hidden", anything, { about: { hidden: true } }),
      group(
        "/guarded",
        [Either],
        [group("", [Key], [del("/:id", anything, { returns: { 204: null, 403: null } })])],
      ),
    ]
  }
  file(ctx: Context): string {
    return ctx.path
  }
}

/** Routes that a document has to take some care with. */
export const oddModule: Module = module({ name: "odd", declarations: [OddController] })
