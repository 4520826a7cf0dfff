import {
  type App,
  type Context,
  get,
  group,
  inject,
  KeyValue,
  MemoryKeyValue,
  module,
  type Next,
  post,
  provide,
  type Route,
} from "trivet"
import { createTestApp, type TestApp, TestClock } from "trivet/testing"
import {
  AccessTokens,
  type ApiKey,
  ApiKeyAuth,
  type ApiKeyOptions,
  ApiKeys,
  ApiKeyStore,
  auth,
  BearerAuth,
  csrf,
  type AuthSettingsInput,
  permissions,
  RefreshTokens,
  Revocations,
  ScopedApiKeyAuth,
  SecurityEvents,
  SessionAuth,
  type SessionOptions,
  Sessions,
  type StoredApiKey,
  type TokenUser,
} from "../../src/index.ts"

/** The key that tests sign with. */
export const secret = "a secret of more than thirty-two bytes"

/** Whom tests speak for. */
export const ada = { user_id: "u1", email: "ada@example.com", role: "user" }

/** A key-value store that notes what was written, and can be made to wait or fail. */
export class WatchedKeyValue extends MemoryKeyValue {
  readonly written = new Map<string, string>()
  /** How often something was looked up. */
  asked = 0
  /** Awaited before every `get` is answered, after it was looked up. */
  hold: Promise<void> | undefined
  broken = false

  override async get(key: string): Promise<string | undefined> {
    this.asked++
    if (this.broken) throw new Error("the store is unavailable")
    const found = await super.get(key)
    await this.hold
    return found
  }
  override async set(key: string, value: string, lifetime?: { readonly seconds?: number }): Promise<void> {
    this.written.set(key, value)
    await super.set(key, value, lifetime)
  }
}

/** API keys in memory. */
export class MemoryApiKeys extends ApiKeyStore {
  readonly keys = new Map<string, StoredApiKey>()
  asked = 0
  hold: Promise<void> | undefined
  /** The times of all uses that were noted, and what each of them waits for. */
  readonly noted: string[] = []
  noting: Promise<void> | undefined

  async insert(key: StoredApiKey): Promise<void> {
    this.keys.set(key.id, key)
  }
  async findByDigest(hashed: string): Promise<StoredApiKey | undefined> {
    this.asked++
    const found = [...this.keys.values()].find(({ digest }) => digest === hashed)
    await this.hold
    return found
  }
  async list(userId: string): Promise<readonly ApiKey[]> {
    return [...this.keys.values()].filter(({ user_id }) => user_id === userId)
  }
  async delete(id: string, userId: string): Promise<boolean> {
    return this.keys.get(id)?.user_id === userId && this.keys.delete(id)
  }
  async deleteAll(userId: string): Promise<number> {
    const own = await this.list(userId)
    for (const { id } of own) this.keys.delete(id)
    return own.length
  }
  override async noteUse(id: string, usedAt: string): Promise<void> {
    this.noted.push(usedAt)
    await this.noting
    const known = this.keys.get(id)
    if (known !== undefined) this.keys.set(id, { ...known, last_used_at: usedAt })
  }
}

const can = permissions({ user: [], admin: ["admin:read"] })

/** The role of a user, who is named by it. */
const role = {
  provides: ["user_role"] as const,
  handle(ctx: Context<string, "user_id">, next: Next) {
    ctx.set("user_role", ctx.get("user_id"))
    return next()
  },
}

/** Both are made only if something injects them. */
class UsesTokens {
  readonly access = inject(AccessTokens)
  readonly refresh = inject(RefreshTokens)
}

class Guarded {
  routes(): readonly Route[] {
    return [
      group(
        "/bearer",
        [BearerAuth],
        [get("", this.bearer), group("/admin", [can("admin:read")], [get("", this.bearer)])],
      ),
      group("/session", [csrf(), SessionAuth], [get("", this.user), post("", this.user)]),
      group("/key", [ApiKeyAuth], [get("", this.key)]),
      group("/scoped", [ScopedApiKeyAuth, role, can("admin:read")], [get("", this.key)]),
    ]
  }

  bearer(ctx: Context<string, "user_id" | "user_email" | "user_role">) {
    return { id: ctx.get("user_id"), email: ctx.get("user_email"), role: ctx.get("user_role") }
  }
  user(ctx: Context<string, "user_id">) {
    return { id: ctx.get("user_id") }
  }
  key(ctx: Context<string, "user_id" | "api_key">) {
    return { id: ctx.get("user_id"), key: ctx.get("api_key") }
  }
}

/** An application behind the middlewares, and what a test wants to look into. */
export interface TestAuth {
  readonly app: TestApp
  readonly clock: TestClock
  readonly store: WatchedKeyValue
  readonly keys: MemoryApiKeys
}

/** Makes such an application; a store and a clock given here are shared with another one, as processes share them. */
export async function createTestAuth(
  settings: AuthSettingsInput = {},
  shared: Partial<Pick<TestAuth, "clock" | "store" | "keys">> = {},
): Promise<TestAuth> {
  const clock = shared.clock ?? new TestClock()
  const store = shared.store ?? new WatchedKeyValue(clock)
  const keys = shared.keys ?? new MemoryApiKeys()
  const stores = module({
    name: "stores",
    exports: [KeyValue, ApiKeyStore],
    declarations: [provide(KeyValue, () => store), provide(ApiKeyStore, () => keys)],
  })
  const pieces = auth({
    settings: () => ({ secret, cost: 4, issuer: "tests", ...settings }),
    imports: [stores],
    apiKeys: true,
    events: () => new SecurityEvents(),
  })
  const root = module({ name: "root", imports: [pieces], exports: [], declarations: [Guarded, UsesTokens] })
  return { app: await createTestApp(root, { clock }), clock, store, keys }
}

/** The reply's status and body. */
export async function ask(
  app: TestApp,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<readonly [number, unknown]> {
  const reply = await app.request(method, path, { headers })
  return [reply.status, reply.json()]
}

/** The header that shows an access token. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

const generationOf = (app: App, userId: string) => app.get(Revocations).generationOf(userId)

/** Issues an access token of the user's present generation, as a login does. */
export async function issueToken(app: App, user: TokenUser = ada): Promise<string> {
  return app.get(AccessTokens).create(user, await generationOf(app, user.user_id))
}

/** Issues the first pair of a family, as a login does. */
export async function beginFamily(app: App, user: TokenUser = ada) {
  return app.get(RefreshTokens).create(user, await generationOf(app, user.user_id))
}

/** Creates a session, as a login does. */
export async function createSession(app: App, userId: string, options?: SessionOptions): Promise<string> {
  return app.get(Sessions).create(userId, await generationOf(app, userId), options)
}

/** Creates an API key. */
export async function createKey(app: App, userId: string, name: string, limits?: ApiKeyOptions) {
  return app.get(ApiKeys).create(userId, name, await generationOf(app, userId), limits)
}
