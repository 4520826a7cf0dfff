import { ApiKeys, AuthSettings, authSettings, Revocations } from "@trivet/auth"
import { RedisConnection, RedisKeyValue } from "@trivet/redis"
import { type Context, createApp, createJsonLog, dto, inject, KeyValue, module, post, provide } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "../../examples/auth/src/app-module.ts"
import { CredentialsModule } from "../../examples/auth/src/credentials/credentials-module.ts"
import { StoresModule } from "../../examples/auth/src/credentials/stores-module.ts"
import { readSettings, Settings } from "../../examples/auth/src/settings.ts"

// The authentication service with what a test of clocks needs beside it: lifetimes and a store from the environment, and
// routes that set the process's clock, end all of a user, and write until the store sweeps.

const { KEY_VALUE = "postgres", ACCESS_SECONDS = "86400", REDIS_URL = "", REDIS_PREFIX = "" } = process.env

class TestRoutes {
  readonly #revocations = inject(Revocations)
  readonly #keys = inject(ApiKeys)
  readonly #store = inject(KeyValue)

  routes() {
    return [post("/test/clock", this.clock), post("/test/end", this.end), post("/test/writes", this.write)]
  }

  async clock(ctx: Context) {
    const { ahead } = await ctx.bind(dto({ ahead: "required,number" }))
    process.env["TRIVET_CLOCK_AHEAD"] = String(ahead)
    return { now: Date.now() }
  }

  async end(ctx: Context) {
    const { user_id } = await ctx.bind(dto({ user_id: "required" }))
    await this.#revocations.revokeUser(user_id)
    return { keys: await this.#keys.revokeAll(user_id) }
  }

  async write() {
    for (let at = 0; at < 600; at++) await this.#store.set("noise", String(at), { seconds: 60 })
    return {}
  }
}

const log = createJsonLog()
const settings = readSettings()

function createStore(): KeyValue {
  const connection = new RedisConnection({ url: REDIS_URL, lazy: true }, log)
  return Object.assign(new RedisKeyValue(connection, REDIS_PREFIX), { onStop: () => connection.onStop() })
}

const TestModule = module({
  name: "test",
  imports: [AppModule, CredentialsModule, StoresModule],
  declarations: [TestRoutes],
})
const app = await createApp(TestModule, {
  platform: api(),
  log,
  provide: [provide(Settings, () => settings)],
  replace: [
    ...(KEY_VALUE === "redis" ? [provide(KeyValue, createStore)] : []),
    provide(AuthSettings, () =>
      authSettings({
        secret: settings.JWT_SECRET ?? "",
        cost: 4,
        issuer: "trivet-auth",
        lifetimeSeconds: { access: Number(ACCESS_SECONDS) },
      }),
    ),
  ],
  returns: { prune: true },
})
await serve(app, { port: settings.PORT ?? 0, drainDelay: 0 })
