import { Database, PostgresKeyValue } from "@trivet/postgres"
import { type Context, events, get, group, inject, KeyValue, module, post, provide, type Route } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import {
  AccessTokens,
  type ApiKey,
  ApiKeyAuth,
  ApiKeys,
  ApiKeyStore,
  auth,
  BearerAuth,
  Revocations,
  SessionAuth,
  Sessions,
  type StoredApiKey,
} from "../../src/index.ts"
import { ada, secret } from "../testing/test-auth.ts"

class Db extends Database<Record<string, never>> {}

/** One API key for each user. */
class Keys extends ApiKeyStore {
  readonly #store = inject(KeyValue)

  async insert(key: StoredApiKey): Promise<void> {
    await this.#store.set(`key:${key.digest}`, JSON.stringify(key))
    await this.#store.set(`keys:${key.user_id}`, key.digest)
  }
  async findByDigest(hashed: string): Promise<StoredApiKey | undefined> {
    const found = await this.#store.get(`key:${hashed}`)
    return found === undefined ? undefined : (JSON.parse(found) as StoredApiKey)
  }
  async list(): Promise<readonly ApiKey[]> {
    return []
  }
  async delete(): Promise<boolean> {
    return false
  }
  async deleteAll(userId: string): Promise<number> {
    const digest = await this.#store.get(`keys:${userId}`)
    return digest !== undefined && (await this.#store.delete(`key:${digest}`)) ? 1 : 0
  }
}

async function* ticks() {
  for (let data = 0; ; data++) {
    yield { data }
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** Streams behind each kind of credentials, and a route that ends all of them. */
class Streams {
  readonly #sessions = inject(Sessions)
  readonly #tokens = inject(AccessTokens)
  readonly #keys = inject(ApiKeys)
  readonly #revocations = inject(Revocations)

  routes(): readonly Route[] {
    return [
      post("/login", this.login),
      post("/end", this.end),
      group("/session", [SessionAuth], [get("", this.feed)]),
      group("/bearer", [BearerAuth], [get("", this.feed)]),
      group("/key", [ApiKeyAuth], [get("", this.feed)]),
    ]
  }
  async login() {
    const generation = await this.#revocations.generationOf(ada.user_id)
    const session = await this.#sessions.create(ada.user_id, generation)
    const { key } = await this.#keys.create(ada.user_id, "stream", generation)
    return { session, token: await this.#tokens.create(ada, generation), key }
  }
  async end(ctx: Context) {
    await this.#sessions.destroy(ctx.header("x-session"))
    await this.#tokens.revoke(ctx.header("x-token"))
    await this.#keys.revokeAll(ada.user_id)
  }
  feed() {
    return events(ticks())
  }
}

const store = module({
  name: "store",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new PostgresKeyValue(new Db({ url: process.argv[2]! })))],
})
const keys = module({
  name: "keys",
  imports: [store],
  exports: [ApiKeyStore],
  declarations: [provide(ApiKeyStore, () => new Keys())],
})
const credentials = auth({ imports: [store, keys], apiKeys: true, settings: { secret } })
const { url } = await serve(module({ name: "root", imports: [credentials], declarations: [Streams] }), {
  platform: api(),
  port: 0,
  host: "127.0.0.1",
})
process.send?.(url)
