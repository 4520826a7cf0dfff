import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, Api, bearer } from "../../examples/auth/tests/conformance/api.ts"
import {
  createTestDatabase,
  servicesOf,
  type TestDatabase,
} from "../../examples/auth/tests/conformance/test-database.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { base } from "../testing/references.ts"

const program = join(import.meta.dirname, "../testing/clock-server.ts")
const preload = pathToFileURL(join(import.meta.dirname, "../testing/skewed-clock.ts")).href
const hour = 3_600

/** Everything that lets a user in, issued by one process. */
interface Credentials extends Account {
  readonly id: string
  readonly pair: { readonly access_token: string; readonly refresh_token: string }
  readonly cookie: { readonly cookie: string }
  readonly key: { readonly id: string; readonly key: string }
}

async function begin(api: Api): Promise<Credentials> {
  const account = await api.register()
  const pair = (await api.post("/auth/token", account)).json as Credentials["pair"]
  const session = await api.post("/auth/session", account)
  const cookie = { cookie: String(session.headers["set-cookie"]).split(";", 1)[0]! }
  const made = await api.post("/auth/api-keys", { name: "laptop" }, bearer(account.token))
  return { ...account, id: String(account.user["id"]), pair, cookie, key: made.json as Credentials["key"] }
}

/** The status of a request with each of them. The refresh token is shown last: it is good once. */
async function statuses(api: Api, { token, pair, cookie, key }: Credentials): Promise<readonly number[]> {
  const replies = await Promise.all([
    api.get("/auth/me", bearer(token)),
    api.get("/auth/me", bearer(pair.access_token)),
    api.get("/auth/session", cookie),
    api.get("/auth/key", { "x-api-key": key.key }),
  ])
  return replies.map(({ status }) => status)
}

const refreshed = async (api: Api, { pair }: Credentials) => (await api.post("/auth/refresh", pair)).status

/** Ends each credential by itself. */
async function endEach(api: Api, { token, pair, cookie, key, email, password }: Credentials): Promise<void> {
  const { token: other } = (await api.post("/auth/login", { email, password })).json as Account
  const replies = [
    await api.call("DELETE", `/auth/api-keys/${key.id}`, { headers: bearer(other) }),
    await api.post("/auth/logout", undefined, bearer(token)),
    await api.post("/auth/logout", pair),
    await api.post("/auth/logout", undefined, cookie),
  ]
  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204])
}

const endAll = async (api: Api, { id }: Credentials) =>
  expect((await api.post("/test/end", { user_id: id })).status).toBe(200)

const setClock = (api: Api, ahead: number) => api.post("/test/clock", { ahead })

/** Everything that is sent more than a second after it was ended is rejected by both processes. */
async function expectEnded(apis: readonly Api[], credentials: Credentials): Promise<void> {
  const ended = performance.now()
  for (const api of apis) {
    for (let last = false; !last;) {
      last = performance.now() - ended > 1_000
      const found = await statuses(api, credentials)
      if (last || found.every((status) => status === 401)) {
        expect(found).toEqual([401, 401, 401, 401])
        break
      }
      await sleep(20)
    }
    expect(await refreshed(api, credentials)).toBe(401)
  }
}

describe.each(["postgres", "redis"])("what was ended, with clocks that are wrong, kept in %s", (store) => {
  let database: TestDatabase
  const servers: TestServer[] = []
  let behind: Api
  let ahead: Api
  let lowered: Api
  const prefix = `clocks-${crypto.randomUUID()}`

  async function start(seconds: number, more: Readonly<Record<string, string>> = {}): Promise<Api> {
    const server = await TestServer.start(
      {
        ...base,
        DATABASE_URL: database.url,
        REDIS_URL: servicesOf().redis,
        REDIS_PREFIX: prefix,
        KEY_VALUE: store,
        NODE_OPTIONS: `--import=${preload}`,
        TRIVET_CLOCK_AHEAD: String(seconds),
        ...more,
      },
      program,
    )
    servers.push(server)
    return new Api(server.url)
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    const shorter = { ACCESS_SECONDS: String(hour) }
    ;[behind, ahead, lowered] = await Promise.all([start(-60), start(60), start(0, shorter)])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()))
    await database?.drop()
  })

  it("is rejected within 1 s by processes at -60 s and +60 s, whoever issued and whoever ended it", async () => {
    let ended = 0
    for (const [one, other] of [
      [behind, ahead],
      [ahead, behind],
    ] as const)
      for (const end of [endEach, endAll]) {
        const credentials = await begin(one)
        expect(await statuses(one, credentials)).toEqual([200, 200, 200, 200])
        await end(other, credentials)
        await expectEnded([one, other], credentials)
        ended += 5
      }
    noteFigure("clocks 2 min apart", `2 × auth, ${store}`, `0 of ${ended} ended credentials accepted`)
  })

  it("stays ended when a process behind ends all for a second time, and the next login is good", async () => {
    const credentials = await begin(ahead)
    await endAll(ahead, credentials)
    await endAll(behind, credentials)
    await expectEnded([ahead, behind], credentials)
    for (const api of [ahead, behind]) {
      const { token } = (await api.post("/auth/login", credentials)).json as Account
      expect((await api.get("/auth/me", bearer(token))).status).toBe(200)
    }
  })

  it("is rejected within 1 s by a process whose clock was set back 10 minutes meanwhile", async () => {
    for (const end of [endEach, endAll]) {
      const credentials = await begin(ahead)
      expect(await statuses(ahead, credentials)).toEqual([200, 200, 200, 200])
      await setClock(ahead, -600)
      await end(behind, credentials)
      await expectEnded([ahead, behind], credentials)
      await setClock(ahead, 60)
    }
  })

  it("is rejected for ever after the lifetime was lowered from 24 h to 1 h", async () => {
    const credentials = await begin(behind)
    await endAll(behind, credentials)
    for (let hours = 0; hours <= 24.5; hours += 0.5) {
      await setClock(lowered, hours * hour)
      expect((await statuses(lowered, credentials)).slice(0, 2), `${hours} h later`).toEqual([401, 401])
    }
  })

  it("is still known after a process whose clock is 10 days ahead has swept the store", async () => {
    const credentials = await begin(behind)
    await endEach(behind, credentials)
    await setClock(ahead, 10 * 24 * hour)
    expect((await ahead.post("/test/writes", {})).status).toBe(200)
    await expectEnded([behind], credentials)
  })
})
