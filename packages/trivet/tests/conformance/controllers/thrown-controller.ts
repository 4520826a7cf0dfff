import { type Context, dto, Fault, PublicError, type Route } from "trivet"

function raise(thrown: unknown): never {
  throw thrown
}

class OwnError extends Error {
  readonly status = 422
  readonly publicMessage = "Own message"
}

async function* failing(): AsyncGenerator<string> {
  yield "one "
  await new Promise((go) => setTimeout(go, 5))
  throw new Error("secret: source failed")
}

/** One of everything that a handler can throw, by name. */
const thrown: Readonly<Record<string, (ctx: Context) => unknown>> = {
  fault: () => raise(new Fault("BODY_INVALID", { reason: "secret" })),
  "fault-internal": () => raise(new Fault("SCHEMA_MISSING", { call: "secret", part: "x", route: "y" })),
  public: () => raise(new PublicError(409, "Email already registered")),
  "public-headers": () =>
    raise(new PublicError(503, "Busy", { headers: { "retry-after": "7" }, cause: new Error("secret") })),
  "public-odd": () => raise(new PublicError(200, "secret: not an error status")),
  own: () => raise(new OwnError("secret")),
  error: () => raise(new Error("secret: plain")),
  "error-status": () => raise(Object.assign(new Error("secret: no public message"), { status: 404 })),
  text: () => raise("secret: text"),
  nothing: () => raise(undefined),
  null: () => raise(null),
  "object-like": () => raise({ status: 404, publicMessage: "not an Error" }),
  rejected: () => Promise.reject(new PublicError(402, "Pay first")),
  "rejected-error": () => Promise.reject(new Error("secret: rejected")),
  "with-headers": (ctx) => {
    ctx.response().setHeader("x-own", "kept")
    ctx.setCookie("kept", "1")
    return raise(new PublicError(409, "Taken"))
  },
  "with-body-headers": (ctx) => {
    for (const [name, value] of Object.entries({
      "content-type": "text/csv",
      "content-encoding": "gzip",
      "content-length": "1000",
      "content-disposition": "attachment",
      etag: '"1"',
    }))
      ctx.response().setHeader(name, value)
    return raise(new PublicError(409, "Taken"))
  },
  "header-split": (ctx) => {
    ctx.response().setHeader("x-own", `a\r\nx-injected: ${ctx.query("value")}`)
    return {}
  },
  "status-zero": (ctx) => ctx.status(0).json({}),
  "status-100": (ctx) => ctx.status(100).json({}),
  "status-101": (ctx) => ctx.status(101).send("switched"),
  "status-600": (ctx) => ctx.status(600).json({}),
  "status-1000": (ctx) => ctx.status(1000).json({}),
  "status-nan": (ctx) => ctx.status(Number.NaN).json({}),
  "status-broken": (ctx) => ctx.status(200.5).send("x"),
  "response-error": () => Response.error(),
  "source-fails": () => failing(),
  issues: (ctx) => ctx.bind(dto({ email: "required,email", name: "required" })),
}

/** Throws what the path names. */
export class ThrownController {
  routes(): readonly Route[] {
    const each = Object.entries(thrown).map(([name, handler]) => ({ name, handler }))
    return [
      ...each.map(({ name, handler }) => ({ method: "GET" as const, path: `/thrown/${name}`, handler })),
      ...each.map(({ name, handler }) => ({ method: "POST" as const, path: `/thrown/${name}`, handler })),
    ]
  }
}
