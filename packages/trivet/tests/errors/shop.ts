import {
  ApiKeyAuth,
  ApiKeyStore,
  auth,
  BearerAuth,
  csrf,
  permissions,
  SessionAuth,
} from "../../../auth/src/index.ts"
import { limit, limits } from "../../../limit/src/index.ts"
import {
  type Context,
  dto,
  get,
  group,
  KeyValue,
  MemoryKeyValue,
  module,
  type Next,
  post,
  provide,
  PublicError,
  Reply,
  routes,
} from "../../src/index.ts"

/** Lets calls of `GET /wait` go on. */
export const release: (() => void)[] = []

const can = permissions({ user: [], admin: ["shop:manage"] })

const asUser = {
  provides: ["user_role"],
  handle(ctx: Context, next: Next) {
    ctx.set("user_role", "user")
    return next()
  },
} as const

/** Answers in every way in which an application or a shipped middleware can fail. */
class Shop {
  routes() {
    const accepts = { body: dto({ title: "required" }), query: dto({ page: "integer" }) }
    const ok = () => "ok"
    return routes([
      get("/thrown", () => {
        throw new PublicError(409, "Already sold", { code: "SOLD" })
      }),
      get("/broken", () => {
        throw new Error("secret")
      }),
      get("/returned", () => ({ error: "No such thing", status: 404 })),
      get("/reply", () => Reply.error(410, "Gone")),
      get("/own", (ctx) => ctx.status(418).json({ error: "as it is" })),
      post("/things", async (ctx: Context) => ctx.bind(accepts.body), { accepts }),
      get("/things/:id", ok),
      // No engine can write it: the type would split the reply.
      get("/unwritable", () => Reply.body(200, "text/plain\r\nx: y", "")),
      get("/wait", () => new Promise<string>((go) => release.push(() => go("waited")))),
      group("/bearer", [BearerAuth], [get("", ok)]),
      group("/session", [SessionAuth], [get("", ok)]),
      group("/key", [ApiKeyAuth], [get("", ok)]),
      group("/admin", [asUser, can("shop:manage")], [get("", ok)]),
      group("/site", [csrf()], [post("", ok)]),
      group("/limited", [limit({ name: "limited", max: 1, seconds: 3600 })], [get("", ok)]),
    ])
  }
}

const Stores = module({
  name: "stores",
  exports: [KeyValue, ApiKeyStore],
  declarations: [
    provide(KeyValue, () => new MemoryKeyValue()),
    // Nobody has a key.
    provide(ApiKeyStore, () => ({ findByDigest: async () => undefined }) as unknown as ApiKeyStore),
  ],
})

/** An application with every kind of error. */
export const ShopModule = module({
  name: "shop",
  imports: [
    limits({ prefix: "shop" }),
    auth({ settings: { issuer: "shop", secret: "s".repeat(32) }, imports: [Stores], apiKeys: true }),
  ],
  declarations: [Shop],
})
