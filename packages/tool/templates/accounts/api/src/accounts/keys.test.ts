import { ApiKeys, OneTimeTokens, Revocations } from "@trivet/auth"
import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import type { MemoryMailer } from "@trivet/mail/testing"
import { type Client, createClient } from "trivet/client"
import { accessCases, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../database/db.ts"
import { createApi, signUp } from "../testing/create-api.ts"
import { UsersStore } from "../users/users-store.ts"
import { Accounts } from "./accounts-contract.ts"
import { Keys } from "./keys-contract.ts"

let app: TestApp
let accounts: Client<typeof Accounts>
let keys: Client<typeof Keys>
beforeAll(async () => {
  app = await createApi()
  accounts = createClient(Accounts, app)
  keys = createClient(Keys, app)
}, 60_000)
afterAll(() => app.stop())

const password = "correct horse"
let count = 0

/** Somebody who has signed up, with a key. */
async function newOwner() {
  const email = `ada${++count}@example.com`
  const headers = await signUp(app, email)
  const { body } = await keys.create({ headers, body: { name: "nightly", password } }).orThrow()
  return { email, headers, id: body.id, key: body.key }
}

const statusOf = async (key: string) => (await keys.owner({ headers: { "x-api-key": key } })).status

describe("an API key", () => {
  it("is sent once, opens its route, and is listed without the key", async () => {
    const email = "first@example.com"
    const headers = await signUp(app, email)
    const made = await keys.create({ headers, body: { name: "nightly", password } }).orThrow()
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"])
    const { key, ...listed } = made.body
    expect((await keys.index({ headers })).body).toEqual([listed])
    expect((await keys.owner({ headers: { "x-api-key": key } })).body).toMatchObject({ email })
    // It is noted beside the request.
    const used = { ...listed, last_used_at: expect.any(String) as string }
    await expect.poll(async () => (await keys.index({ headers })).body).toEqual([used])
    expect(JSON.stringify(await app.get(Db).selectFrom("api_keys").selectAll().execute())).not.toContain(key)
  })

  it("is created by the password only, and its owner gets a mail", async () => {
    const { email, headers } = await newOwner()
    for (const body of [
      { name: "x", password: "" },
      { name: "x", password: "wrong" },
      { name: "", password },
    ])
      expect((await keys.create({ headers, body })).status).toBe(400)
    expect((await keys.index({ headers })).body).toHaveLength(1)
    await app.get(Jobs).runDue()
    const { mails } = app.get(Mailer) as MemoryMailer
    const notices = mails.filter(({ subject }) => subject === "An API key was created")
    expect(notices.map(({ to }) => to[0]!.address)).toContain(email)
  })

  it("expires after the days that were given", async () => {
    const { headers } = await newOwner()
    for (const expires_in_days of [0, 3651, 1.5])
      expect((await keys.create({ headers, body: { name: "x", password, expires_in_days } })).status).toBe(
        400,
      )
    const body = { name: "brief", password, expires_in_days: 7 }
    const made = (await keys.create({ headers, body }).orThrow()).body
    const week = 7 * 24 * 60 * 60 * 1000
    expect(Date.parse(made.expires_at!) - Date.parse(made.created_at)).toBe(week)
    app.clock.advance({ days: 7, seconds: -1 })
    expect(await statusOf(made.key)).toBe(200)
    app.clock.advance({ seconds: 1 })
    expect(await statusOf(made.key)).toBe(401)
  })

  it("is ended by its owner's password", async () => {
    const { headers, id, key } = await newOwner()
    expect((await keys.end({ headers, params: { id }, body: { password: "wrong" } })).status).toBe(400)
    expect(await statusOf(key)).toBe(200)
    expect((await keys.end({ headers, params: { id }, body: { password } })).status).toBe(204)
    expect(await statusOf(key)).toBe(401)
    expect((await keys.index({ headers })).body).toEqual([])
  })

  it("of somebody else cannot be ended, nor told from one that does not exist", async () => {
    const [{ id: theirs, key }, { headers }] = [await newOwner(), await newOwner()]
    for (const id of [theirs, "00000000-0000-4000-8000-000000000000", "1"]) {
      const { status, body } = await keys.end({ headers, params: { id }, body: { password } })
      expect([status, body]).toEqual([204, null])
    }
    expect(await statusOf(key)).toBe(200)
  })

  it("opens no other route: it cannot change the account, create keys or end tokens", async () => {
    const { key, id, headers } = await newOwner()
    const own = { "x-api-key": key }
    const cases = await accessCases(app, () => ({
      callers: { key: { credentials: ["apiKey"], headers: own } },
    }))
    for (const { run } of cases) await run()
    const replies = await Promise.all([
      accounts.show({ headers: own }),
      accounts.changePassword({
        headers: own,
        body: { current_password: password, password: "tidal umbrella" },
      }),
      accounts.changeEmail({ headers: own, body: { email: "eve@example.com", password } }),
      accounts.endTokens({ headers: own, body: { password } }),
      accounts.delete({ headers: own, body: { password } }),
      keys.index({ headers: own }),
      keys.create({ headers: own, body: { name: "another", password } }),
      keys.end({ headers: own, params: { id }, body: { password } }),
    ])
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(8).fill(401))
    // Nor as a token.
    expect((await accounts.show({ headers: { authorization: `Bearer ${key}` } })).status).toBe(401)
    expect((await keys.index({ headers })).body).toHaveLength(1)
  })

  it("ends with a new password, changed or reset", async () => {
    const [changed, reset, other] = [await newOwner(), await newOwner(), await newOwner()]
    const all = [changed.key, reset.key, other.key]
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 200, 200])
    const body = { current_password: password, password: "tidal umbrella" }
    await accounts.changePassword({ headers: changed.headers, body }).orThrow()
    const { id, email } = (await app.get(UsersStore).findByEmail(reset.email))!
    const generation = await app.get(Revocations).generationOf(id)
    const token = await app.get(OneTimeTokens).create("reset", id, generation, { data: { email } })
    await accounts.reset({ body: { token, password: "tidal umbrella" } }).orThrow()
    expect(await Promise.all(all.map(statusOf))).toEqual([401, 401, 200])
  })

  it("ends with its account, and not with the tokens", async () => {
    const [deleted, ended] = [await newOwner(), await newOwner()]
    await accounts.endTokens({ headers: ended.headers, body: { password } }).orThrow()
    expect([await statusOf(deleted.key), await statusOf(ended.key)]).toEqual([200, 200])
    await accounts.delete({ headers: deleted.headers, body: { password } }).orThrow()
    expect(await statusOf(deleted.key)).toBe(401)
    // Also where a route does not look for the user.
    expect(await app.get(ApiKeys).find(deleted.key)).toBeUndefined()
  })

  it("is one of 50 at most", async () => {
    const { headers, id } = await newOwner()
    const db = app.get(Db)
    const row = await db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: 49 }, (_, at) => ({ ...row, id: crypto.randomUUID(), digest: `${at}` }))
    await db.insertInto("api_keys").values(rows).execute()
    const refused = await keys.create({ headers, body: { name: "more", password } })
    expect(refused.body).toMatchObject({ status: 400, detail: "You have 50 API keys: end one first" })
  })

  it("is created and ended in the log, where no key is", async () => {
    const { headers, id, key } = await newOwner()
    await statusOf(key)
    await keys.end({ headers, params: { id }, body: { password } }).orThrow()
    const log = JSON.stringify(app.logs)
    for (const event of ["api_key_created", "api_key_revoked"]) expect(log).toContain(event)
    expect(log).not.toContain(key)
  })
})
