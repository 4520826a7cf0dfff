import { setTimeout as sleep } from "node:timers/promises"
import { OneTimeTokens, Revocations } from "@trivet/auth"
import { Database, PostgresKeyValue } from "@trivet/postgres"
import { KeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AccountClient, apiClient, type Credential, siteClient } from "./account-client.ts"
import { type AccountsApp, startAccountsApp } from "./accounts-app.ts"

// A thief who knows the password sends requests to two processes while the owner sets another one. All rounds:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/new-password.test.ts
const rounds = process.env["TRIVET_LONG"] === "1" ? 200 : 6

interface Tables {
  readonly users: { readonly id: string; readonly email: string }
}

class Db extends Database<Tables> {}

const known = "tidal umbrella plinth"

describe.each(["web", "api"] as const)(
  "two processes of the template %s, while a password changes",
  (template) => {
    let app: AccountsApp
    let other: string
    let client: AccountClient
    let db: Db
    let tokens: OneTimeTokens
    let revocations: Revocations

    beforeAll(async () => {
      app = await startAccountsApp(template, {
        TRUSTED_PROXIES: "127.0.0.1",
        JWT_SECRET: "a secret of the test, 32 bytes long",
        // A check that takes about 20 ms: what is sent meanwhile is in the middle of it when the password changes.
        BCRYPT_COST: "8",
      })
      other = await app.serveAnother()
      client = template === "web" ? siteClient(app.url) : apiClient(app.url)
      db = new Db({ url: app.database.url })
      const store = provide(KeyValue, () => new PostgresKeyValue(db))
      const declarations = [OneTimeTokens, Revocations, store]
      const parts = await createTestApp(module({ name: "root", declarations }))
      ;[tokens, revocations] = [parts.get(OneTimeTokens), parts.get(Revocations)]
    })
    afterAll(async () => {
      await db?.onStop()
      await app?.stop()
    })

    /** Signs somebody up, and in on both processes. */
    async function begin(email: string): Promise<readonly [Credential, Credential]> {
      await client.signUp(email, known)
      const both = [await client.signIn(app.url, email, known), await client.signIn(other, email, known)]
      return both as [Credential, Credential]
    }

    const findUser = (email: string) =>
      db.selectFrom("users").select(["id", "email"]).where("email", "=", email).executeTakeFirst()

    it("leave nothing alive that the old password began", async () => {
      const begun: { readonly what: string; readonly credential: Credential | undefined }[] = []
      const keys: (Credential | undefined)[] = []
      let asked = 0
      for (let round = 0; round < rounds; round++) {
        const email = `owner${round}@example.com`
        const [owner, thief] = await begin(email)
        const change = sleep(10).then(() =>
          client.changePassword(app.url, owner, { current: known, password: `another umbrella ${round}` }),
        )
        // Every 10 ms, to both processes in turn, until the owner has the answer.
        const sent: Promise<unknown>[] = []
        const state = { isOver: false }
        void change.finally(() => (state.isOver = true))
        for (let at = 0; !state.isOver && at < 40; at++) {
          const url = at % 2 === 0 ? other : app.url
          const what = ["login", "email", "login", "key", "login", "end all"][at % 6]!
          const keep = (credential: Credential | undefined) => begun.push({ what, credential })
          if (what === "login") sent.push(client.signIn(url, email, known).then(keep))
          else if (what === "key")
            sent.push(client.createKey(url, thief, known).then((key) => keys.push(key)))
          else if (what === "email")
            sent.push(
              client
                .askEmail(url, thief, `thief${round}-${at}@evil.example`, known)
                .then((isAsked) => (asked += Number(isAsked))),
            )
          // It ends the sessions of the owner, too, as the thief could have done before.
          else sent.push(client.endAll(url, thief, known).then(keep))
          await sleep(10)
        }
        await Promise.all(sent)
        if ((await change) !== undefined) begun.push({ what: "before", credential: thief })
        else {
          // The thief has ended the session of the owner, who signs in and changes it then.
          const again = (await client.signIn(app.url, email, known))!
          const changed = { current: known, password: `another umbrella ${round}` }
          expect(await client.changePassword(app.url, again, changed)).toBeDefined()
        }
      }
      await sleep(1_000)
      const alive: string[] = []
      for (const { what, credential } of begun)
        for (const url of [app.url, other])
          if (credential !== undefined && (await client.isOpen(url, credential))) alive.push(what)
      for (const key of keys)
        if (key !== undefined && (await client.isOpenToKey(other, key))) alive.push("key")
      const thieves = () => app.mails.mails.filter(({ to }) => to[0]!.endsWith("@evil.example"))
      await expect.poll(() => thieves().length, { timeout: 60_000 }).toBe(asked)
      for (const { text } of thieves())
        if (await client.confirmEmail(app.url, /token=([\w-]{43})/.exec(text ?? "")![1]!)) alive.push("email")
      const counts = begun.filter(({ credential }) => credential !== undefined)
      console.log(
        `${template}: ${rounds} rounds, ${counts.length} sessions or tokens, ${asked} links, ${keys.filter(Boolean).length} keys, alive: ${alive.length}`,
      )
      expect(alive).toEqual([])
      // Otherwise there was nothing to end.
      expect(Math.min(counts.length, asked)).toBeGreaterThan(0)
    }, 900_000)

    it("let one of two changes win, and tell the other", async () => {
      for (let round = 0; round < rounds; round++) {
        const email = `twice${round}@example.com`
        const both = await begin(email)
        const passwords = [`first umbrella ${round}`, `second umbrella ${round}`]
        const changed = await Promise.all(
          [app.url, other].map((url, at) =>
            client.changePassword(url, both[at]!, { current: known, password: passwords[at]! }),
          ),
        )
        const won = changed.map((credential) => credential !== undefined)
        expect(won.filter(Boolean)).toHaveLength(1)
        for (const [at, password] of passwords.entries())
          expect((await client.signIn(other, email, password)) !== undefined).toBe(won[at])
        expect(await client.isOpen(other, changed[won.indexOf(true)]!)).toBe(true)
      }
    }, 600_000)

    it("let nothing of a change by somebody else survive the owner's reset", async () => {
      const begun: Credential[] = []
      for (let round = 0; round < rounds; round++) {
        const email = `reset${round}@example.com`
        const [, thief] = await begin(email)
        const { id } = (await findUser(email))!
        const generation = await revocations.generationOf(id)
        const token = await tokens.create("reset", id, generation, { data: { email } })
        const password = `owner umbrella ${round}`
        // Every second round the reset is sent first, and must win. Otherwise it arrives in the middle of the change, or after
        // it: a change that is complete has ended the link, and then only the change has happened.
        const isFirst = round % 2 === 0
        const [isReset, changed] = await Promise.all([
          sleep(isFirst ? 0 : 15).then(() => client.resetPassword(app.url, token, password)),
          sleep(isFirst ? 10 : 0).then(() =>
            client.changePassword(other, thief, { current: known, password: `thief umbrella ${round}` }),
          ),
        ])
        if (isFirst) expect(isReset).toBe(true)
        const ofOwner = await client.signIn(app.url, email, password)
        const ofThief = await client.signIn(app.url, email, `thief umbrella ${round}`)
        expect([ofOwner !== undefined, ofThief !== undefined]).toEqual([isReset, !isReset])
        if (!isReset) expect(changed).toBeDefined()
        if (isReset && changed !== undefined) begun.push(changed)
      }
      await sleep(1_000)
      for (const credential of begun) expect(await client.isOpen(other, credential)).toBe(false)
    }, 600_000)

    it("do not delete an account with the old password", async () => {
      for (let round = 0; round < rounds; round++) {
        const email = `deleted${round}@example.com`
        const [owner, thief] = await begin(email)
        const [changed] = await Promise.all([
          client.changePassword(app.url, owner, { current: known, password: `another umbrella ${round}` }),
          sleep(15).then(() => client.delete(other, thief, known)),
        ])
        // On a site, a session that the change has ended is sent to the page where a deletion leads, too: the row tells.
        expect((await findUser(email)) === undefined).toBe(changed === undefined)
      }
    }, 600_000)
  },
)
