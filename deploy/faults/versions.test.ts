import { createHmac } from "node:crypto"
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api, bearer } from "../../examples/auth/tests/conformance/api.ts"
import { createTestDatabase, type TestDatabase } from "../../examples/auth/tests/conformance/test-database.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { base } from "../testing/references.ts"

const ahead = 60
let database: TestDatabase
let servers: [now: TestServer, later: TestServer]
let now: Api
let later: Api

beforeAll(async () => {
  database = await createTestDatabase()
  const skewed = {
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../testing/skewed-clock.ts")).href}`,
    TRIVET_CLOCK_AHEAD: String(ahead),
  }
  servers = await Promise.all([start(), start(skewed)])
  now = new Api(servers[0].url)
  later = new Api(servers[1].url)
})
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.stop()))
  await database?.drop()
})

function start(more: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  return TestServer.start({ ...base, DATABASE_URL: database.url, ...more })
}

interface Claims {
  readonly iat: number
  readonly exp: number
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Claims

/** The same token with other times, signed with the right key. */
function moved(token: string, times: Partial<Claims>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
  const signed = `${part({ alg: "HS256" })}.${part({ ...claimsOf(token), ...times })}`
  return `${signed}.${createHmac("sha256", base["JWT_SECRET"]!).update(signed).digest("base64url")}`
}

const status = async (api: Api, token: string) => (await api.get("/auth/me", bearer(token))).status

describe("two processes whose clocks are a minute apart", () => {
  it("take each other's fresh tokens", async () => {
    let taken = 0
    for (let round = 0; round < 10; round++) {
      const [early, late] = [(await now.register()).token, (await later.register()).token]
      if (round === 0) expect(claimsOf(late).iat - claimsOf(early).iat).toBeGreaterThan(ahead - 2)
      for (const api of [now, later])
        for (const token of [early, late]) if ((await status(api, token)) === 200) taken++
    }
    noteFigure("two versions, clocks 1 min apart", "2 × auth", `${taken} of 40 fresh tokens taken`)
    expect(taken).toBe(40)
  })

  it("have leeway for issue times only, a minute of it, and none for expiry", async () => {
    const { token } = await now.register()
    const seconds = Math.floor(Date.now() / 1000)
    const ends = async (exp: number) => {
      const one = moved(token, { exp })
      return [await status(now, one), await status(later, one)]
    }
    const issued = async (iat: number) => {
      const one = moved(token, { iat })
      return [await status(now, one), await status(later, one)]
    }
    expect(await ends(seconds - 1)).toEqual([401, 401])
    expect(await ends(seconds + 30)).toEqual([200, 401])
    expect(await ends(seconds + ahead + 30)).toEqual([200, 200])
    expect(await issued(seconds + 30)).toEqual([200, 200])
    expect(await issued(seconds + ahead + 30)).toEqual([401, 200])
    expect(await issued(seconds + ahead + 150)).toEqual([401, 401])
  })

  it("end each other's tokens", async () => {
    for (const [one, other] of [
      [now, later],
      [later, now],
    ] as const) {
      const { token } = await one.register()
      expect((await other.post("/auth/logout", undefined, bearer(token))).status).toBe(204)
      expect(await status(other, token)).toBe(401)
      await expect.poll(() => status(one, token), { timeout: 3_000 }).toBe(401)
    }
  })
})

describe("an older version beside a newer one", () => {
  it("starts and serves on a database that is a migration ahead", async () => {
    await database.query("alter table users add column nickname text")
    await database.query("insert into trivet_migrations (name) values ('999-nicknames')")
    const older = await start()
    try {
      const { token } = await new Api(older.url).register()
      expect(await status(now, token)).toBe(200)
    } finally {
      await older.stop()
    }
  })
})
