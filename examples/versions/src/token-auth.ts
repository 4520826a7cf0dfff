import type { Context, Middleware, Next, Security } from "trivet"

/** Lets calls with the token "letmein" pass: what stands before real routes is a real check. */
export class TokenAuth implements Middleware {
  readonly security: Security = {
    name: "token",
    scheme: { type: "http", scheme: "bearer", description: "In this example the token is `letmein`." },
  }
  readonly answers = { 401: "The token is missing or not valid." }

  handle(ctx: Context, next: Next): unknown {
    return ctx.header("authorization") === "Bearer letmein"
      ? next()
      : ctx.status(401).json({ error: "Invalid token" })
  }
}
