import { OneTimeTokens, Revocations } from "@trivet/auth"
import { Database, PostgresKeyValue } from "@trivet/postgres"
import { KeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AccountsApp, startAccountsApp } from "./accounts-app.ts"

// Two processes of one site, and two requests at the same moment. All rounds:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/races.test.ts
const rounds = process.env["TRIVET_LONG"] === "1" ? 200 : 20

interface Tables {
  readonly users: { readonly id: string; readonly email: string }
  readonly api_keys: { readonly id: string; readonly user_id: string }
  readonly key_values: { readonly key: string; readonly value: string }
}

class Db extends Database<Tables> {}

let site: AccountsApp
let other: string
let db: Db
let tokens: OneTimeTokens
let revocations: Revocations
let network = 0

beforeAll(async () => {
  site = await startAccountsApp("web", { TRUSTED_PROXIES: "127.0.0.1" })
  other = await site.serveAnother()
  db = new Db({ url: site.database.url })
  const store = provide(KeyValue, () => new PostgresKeyValue(db))
  const app = await createTestApp(module({ name: "root", declarations: [OneTimeTokens, Revocations, store] }))
  tokens = app.get(OneTimeTokens)
  revocations = app.get(Revocations)
})
afterAll(async () => {
  await db?.onStop()
  await site?.stop()
})

/** Sends a form, each time from another network, and returns its status and the session that it begins. */
async function send(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  cookie = "",
): Promise<{ readonly status: number; readonly cookie: string }> {
  network++
  const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
  const reply = await fetch(`${url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { "x-forwarded-for": from, accept: "text/html", cookie },
    redirect: "manual",
  })
  await reply.text()
  const cookies = reply.headers.getSetCookie().map((line) => line.split(";", 1)[0])
  return { status: reply.status, cookie: cookies.join("; ") }
}

const password = "tidal umbrella plinth"

/** Signs somebody up, and returns the id. */
async function signUp(email: string): Promise<string> {
  expect((await send(site.url, "/sign-up", { name: "Ada", email, password })).status).toBe(303)
  return (await usersWith(email))[0]!.id
}

/** The token of a mail. `data` is what the application keeps with it. */
async function link(purpose: "email" | "reset", id: string, data: Readonly<Record<string, string>>) {
  return tokens.create(purpose, id, await revocations.generationOf(id), { data })
}

function usersWith(email: string): Promise<readonly { readonly id: string }[]> {
  return db.selectFrom("users").select("id").where("email", "=", email).execute()
}

async function opens(email: string, secret: string): Promise<boolean> {
  return (await send(site.url, "/sign-in", { email, password: secret })).status === 303
}

describe("two processes of a site with accounts", () => {
  it("let one of two uses of a reset link set its password", async () => {
    const winners = [0, 0]
    // On a busy machine one of them may be slower for a while.
    const mostRounds = rounds * 6
    for (let round = 0; round < rounds || (winners.includes(0) && round < mostRounds); round++) {
      // Another account each time: wrong passwords are counted.
      const email = `reset${round}@example.com`
      const token = await link("reset", await signUp(email), { email })
      const secrets = [`first umbrella ${round}`, `second umbrella ${round}`]
      const urls = [site.url, other]
      // In turn: the first to be asked has a start of some microseconds.
      if (round % 2 === 1) urls.reverse()
      const replies = await Promise.all(
        urls.map((url, at) => send(url, "/reset-password", { token, password: secrets[at]! })),
      )
      const won = replies.map(({ status }) => status === 303)
      expect(won.filter(Boolean)).toHaveLength(1)
      const right = await Promise.all(secrets.map((secret) => opens(email, secret)))
      expect(right).toEqual(won)
      winners[urls[won.indexOf(true)] === other ? 1 : 0]!++
    }
    // Otherwise it was no race.
    for (const count of winners) expect(count).toBeGreaterThan(0)
  })

  it("give an address to one of two users who confirm it", async () => {
    const emails = ["one@example.com", "two@example.com"]
    const ids = [await signUp(emails[0]!), await signUp(emails[1]!)]
    for (let round = 0; round < rounds; round++) {
      const email = `wanted${round}@example.com`
      const links = await Promise.all(ids.map((id, at) => link("email", id, { email, current: emails[at]! })))
      const replies = await Promise.all(
        [site.url, other].map((url, at) => send(url, "/confirm-email", { token: links[at]! })),
      )
      const won = replies.map(({ status }) => status === 303)
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await usersWith(email)).toEqual([{ id: ids[won.indexOf(true)] }])
      emails[won.indexOf(true)] = email
    }
  })

  it("leave one address to an account that changes it during a login", async () => {
    const id = await signUp("address0@example.com")
    for (let round = 0; round < rounds; round++) {
      const [before, after] = [`address${round}@example.com`, `address${round + 1}@example.com`]
      const token = await link("email", id, { email: after, current: before })
      const [login, change] = await Promise.all([
        send(site.url, "/sign-in", { email: before, password }),
        send(other, "/confirm-email", { token }),
      ])
      expect(change.status).toBe(303)
      expect(await Promise.all([opens(before, password), opens(after, password)])).toEqual([false, true])
      // A login that was first is one of the same account.
      if (login.status !== 303) continue
      const page = await fetch(`${other}/account`, { headers: { cookie: login.cookie } })
      expect(await page.text()).toContain(after)
    }
  })

  it("leave no API key to an account whose password is reset while one is created", async () => {
    const statuses: number[] = []
    for (let round = 0; round < rounds; round++) {
      const email = `keys${round}@example.com`
      const id = await signUp(email)
      const { cookie } = await send(other, "/sign-in", { email, password })
      const token = await link("reset", id, { email })
      const [created, reset] = await Promise.all([
        send(other, "/account/keys", { name: "nightly", password }, cookie),
        send(site.url, "/reset-password", { token, password: "another umbrella" }),
      ])
      expect(reset.status).toBe(303)
      statuses.push(created.status)
      expect(await db.selectFrom("api_keys").select("id").where("user_id", "=", id).execute()).toEqual([])
    }
    // Otherwise it was no race. The others were rejected: their session or password had ended.
    expect(statuses).toContain(201)
  })
})
