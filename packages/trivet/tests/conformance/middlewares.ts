import { type Context, type Next, PublicError } from "trivet"

declare module "trivet" {
  interface ContextValues {
    /** Set by the middlewares of the conformance application. */
    conformance_user: string
  }
}

/** Provides a value to the handler, as authentication does. */
export class ProvidesUser {
  readonly provides = ["conformance_user"] as const

  handle(ctx: Context, next: Next): unknown {
    ctx.set("conformance_user", `user of ${ctx.header("x-user")}`)
    return next()
  }
}

/** Marks every reply it sees, to show on which calls it ran. */
export class Marks {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }
  handle(ctx: Context, next: Next): unknown {
    ctx.response().appendHeader("x-marks", this.#name)
    return next()
  }
}

/** Answers itself. */
export class Stops {
  handle(ctx: Context): unknown {
    return ctx.status(403).json({ error: "Forbidden" })
  }
}

/** Returns a plain value instead of going on. */
export class StopsWithValue {
  handle(): unknown {
    return { _status: 418, data: { stopped: true } }
  }
}

/** Wraps what the handler returned. */
export class Wraps {
  async handle(_ctx: Context, next: Next): Promise<unknown> {
    return { wrapped: await next() }
  }
}

/** Throws before the handler. */
export class ThrowsBefore {
  handle(): unknown {
    throw new PublicError(401, "Missing authorization header", { headers: { "www-authenticate": "Bearer" } })
  }
}

/** Throws after the handler has returned. */
export class ThrowsAfter {
  async handle(_ctx: Context, next: Next): Promise<unknown> {
    await next()
    throw new Error("secret: thrown after next")
  }
}

/** Turns what the handler throws into a value. */
export class Catches {
  async handle(_ctx: Context, next: Next): Promise<unknown> {
    try {
      return await next()
    } catch (error) {
      return { caught: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** Breaks the rule that `next` is called once. */
export class CallsTwice {
  async handle(_ctx: Context, next: Next): Promise<unknown> {
    await next()
    return next()
  }
}

/** Forgets what `next` gave. */
export class Forgets {
  async handle(_ctx: Context, next: Next): Promise<void> {
    await next()
  }
}
