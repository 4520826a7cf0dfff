import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import type { MemoryMailer } from "@trivet/mail/testing"
import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Login } from "../login/login-contract.ts"
import { createApi, logIn, signUp } from "../testing/create-api.ts"
import { Accounts } from "./accounts-contract.ts"

let app: TestApp
let accounts: Client<typeof Accounts>
let login: Client<typeof Login>
beforeAll(async () => {
  app = await createApi()
  accounts = createClient(Accounts, app)
  login = createClient(Login, app)
}, 60_000)
afterAll(() => app.stop())

// In tests nothing runs by itself, and mails are kept.
const mailer = () => app.get(Mailer) as MemoryMailer
const password = "correct horse"

/** The mails that were sent since the last call, each with its token. */
async function sentMails() {
  await app.get(Jobs).runDue()
  const mails = mailer().mails.map(({ to, subject, text }) => ({
    to: to[0]!.address,
    subject,
    token: /"token":"([\w-]+)"/.exec(text)?.[1] ?? "",
  }))
  mailer().clear()
  return mails
}

let count = 0
/** Somebody who has signed up, with the token of the first mail. */
async function newUser() {
  const email = `ada${++count}@example.com`
  const headers = await signUp(app, email)
  const [mail] = await sentMails()
  return { email, headers, token: mail!.token }
}

async function askReset(email: string): Promise<string> {
  await accounts.askReset({ body: { email } }).orThrow()
  return (await sentMails())[0]?.token ?? ""
}

beforeEach(() => mailer().clear())

describe("an e-mail address", () => {
  it("is confirmed by the token of the first mail, once", async () => {
    const { headers, token } = await newUser()
    expect((await accounts.show({ headers })).body).toMatchObject({ email_verified: false })
    expect((await accounts.confirm({ body: { token } })).status).toBe(204)
    expect((await accounts.show({ headers })).body).toMatchObject({ email_verified: true })
    expect((await accounts.confirm({ body: { token } })).status).toBe(400)
  })

  it("changes when the new mailbox has confirmed it, and the old one is told", async () => {
    const { email: old, headers } = await newUser()
    const pending = await askReset(old)
    const email = `new${count}@example.com`
    const wrong = await accounts.changeEmail({ headers, body: { email, password: "wrong" } })
    expect(wrong.body).toMatchObject({ status: 400, detail: "Password is wrong" })
    expect((await accounts.changeEmail({ headers, body: { email, password } })).status).toBe(202)
    const [mail] = await sentMails()
    expect(mail!.to).toBe(email)
    expect((await accounts.show({ headers })).body).toMatchObject({ email: old })
    await accounts.confirm({ body: { token: mail!.token } }).orThrow()
    expect((await accounts.show({ headers })).body).toMatchObject({ email, email_verified: true })
    expect(await sentMails()).toMatchObject([{ to: old, subject: "Your e-mail address was changed" }])
    const late = await accounts.reset({ body: { token: pending, password: "tidal umbrella" } })
    expect(late.status).toBe(400)
  })

  it("does not change by a token that was asked for before a new password", async () => {
    const { email, headers } = await newUser()
    // Somebody who is in the account for a moment.
    await accounts.changeEmail({ headers, body: { email: "eve@example.com", password } }).orThrow()
    const [late] = await sentMails()
    expect(late!.to).toBe("eve@example.com")
    const body = { token: await askReset(email), password: "tidal umbrella" }
    await accounts.reset({ body }).orThrow()
    expect((await accounts.confirm({ body: { token: late!.token } })).status).toBe(400)
  })

  it("of somebody else is not taken, and only the owner learns that it has an account", async () => {
    const [{ headers, token }, other] = [await newUser(), await newUser()]
    const taken = await accounts.changeEmail({ headers, body: { email: other.email, password } })
    const subject = "Somebody else wants to use your e-mail address"
    expect(await sentMails()).toEqual([{ to: other.email, subject, token: "" }])
    // An earlier link ends, as it would with a free address.
    expect((await accounts.confirm({ body: { token } })).status).toBe(400)
    const free = await accounts.changeEmail({ headers, body: { email: "free@example.com", password } })
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect((await sentMails()).map(({ to }) => to)).toEqual(["free@example.com"])
  })
})

describe("a forgotten password", () => {
  it("is reset once, and ends all tokens", async () => {
    const { email, headers } = await newUser()
    const body = { token: await askReset(email), password: "tidal umbrella" }
    expect((await accounts.reset({ body })).status).toBe(204)
    expect((await accounts.show({ headers })).status).toBe(401)
    expect((await accounts.reset({ body })).status).toBe(400)
    expect((await login.login({ body: { email, password } })).status).toBe(401)
    expect((await login.login({ body: { email, password: body.password } })).status).toBe(200)
    expect(await sentMails()).toMatchObject([{ to: email, subject: "Your password was changed" }])
  })

  it("gets the same reply, and the same work, for an address that has no account", async () => {
    const { email } = await newUser()
    const known = await accounts.askReset({ body: { email } })
    const unknown = await accounts.askReset({ body: { email: "nobody@example.com" } })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    // A request enqueues one job, whoever is asked for. Only the job finds out whether there is an account.
    expect(await app.get(Jobs).runDue()).toBe(2)
    expect(mailer().mails.map(({ to }) => to[0]!.address)).toEqual([email])
  })

  it("is not replaced by one that is easy to guess, which does not use the token up", async () => {
    const { email } = await newUser()
    const token = await askReset(email)
    for (const easy of ["short", "password123", "x".repeat(100)])
      expect((await accounts.reset({ body: { token, password: easy } })).status).toBe(400)
    expect((await accounts.reset({ body: { token, password: "tidal umbrella" } })).status).toBe(204)
  })

  it("is asked for three times, then the network waits, whether there is an account or not", async () => {
    const { email } = await newUser()
    for (const one of [email, "nobody-else@example.com"]) {
      const statuses: number[] = []
      for (let time = 0; time < 4; time++)
        statuses.push((await accounts.askReset({ body: { email: one } })).status)
      expect(statuses).toEqual([202, 202, 202, 429])
    }
  })

  it("leaves its token in no log and no job", async () => {
    const { email } = await newUser()
    const token = await askReset(email)
    await accounts.reset({ body: { token, password: "tidal umbrella" } }).orThrow()
    const log = JSON.stringify(app.logs)
    expect(log).toContain("password_reset")
    for (const secret of [token, email, "tidal umbrella"]) expect(log).not.toContain(secret)
    expect(JSON.stringify(await app.get(Jobs).list())).not.toContain(token)
  })
})

describe("an account", () => {
  it("gets a new password from its owner, which ends all other tokens", async () => {
    const { email, headers } = await newUser()
    const other = await logIn(app, email)
    const change = { current_password: password, password: "tidal umbrella" }
    const wrong = await accounts.changePassword({ headers, body: { ...change, current_password: "wrong" } })
    expect(wrong.status).toBe(400)
    const { body } = await accounts.changePassword({ headers, body: change }).orThrow()
    for (const old of [headers, other]) expect((await accounts.show({ headers: old })).status).toBe(401)
    const renewed = { authorization: `Bearer ${body.token}` }
    expect((await accounts.show({ headers: renewed })).status).toBe(200)
  })

  it("ends all its tokens, and none of others", async () => {
    const [{ headers, email }, other] = [await newUser(), await newUser()]
    const second = await logIn(app, email)
    expect((await accounts.endTokens({ headers, body: { password: "wrong" } })).status).toBe(400)
    expect((await accounts.show({ headers: second })).status).toBe(200)
    expect((await accounts.endTokens({ headers, body: { password } })).status).toBe(204)
    for (const one of [headers, second]) expect((await accounts.show({ headers: one })).status).toBe(401)
    expect((await accounts.show({ headers: other.headers })).status).toBe(200)
  })

  it("is deleted by its password", async () => {
    const { headers, email } = await newUser()
    expect((await accounts.delete({ headers, body: { password: "wrong" } })).status).toBe(400)
    expect((await accounts.delete({ headers, body: { password } })).status).toBe(204)
    expect((await accounts.show({ headers })).status).toBe(401)
    expect((await login.login({ body: { email, password } })).status).toBe(401)
    expect(await sentMails()).toMatchObject([{ to: email, subject: "Your account was deleted" }])
  })

  it("limits wrong passwords together with those at the login", async () => {
    const { headers } = await newUser()
    const statuses: number[] = []
    for (let time = 0; time < 11; time++)
      statuses.push((await accounts.delete({ headers, body: { password: "wrong" } })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
  })
})
