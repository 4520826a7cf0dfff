import { sign as signForGitHub, verify as verifyForGitHub } from "@octokit/webhooks-methods"
import { Webhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { type Context, dto, module, post, routes } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createWebhookSecret, signWebhook } from "./sign-webhook.ts"
import { webhookAuth } from "./webhook-auth.ts"

const secrets = {
  standard: [createWebhookSecret(), createWebhookSecret()],
  stripe: ["whsec_a_secret_of_stripe", "whsec_another"],
  github: ["a secret of github", "another one"],
} as const
type Scheme = keyof typeof secrets

class Receiver {
  routes() {
    const schemes = Object.keys(secrets) as readonly Scheme[]
    return routes(
      schemes.map((scheme) =>
        post(`/${scheme}`, this.receive, { middlewares: [webhookAuth(scheme, secrets[scheme])] }),
      ),
    )
  }
  async receive(ctx: Context<string, "webhook_id">) {
    // The handler reads the bytes that were signed.
    const { type } = await ctx.bind(dto({ type: "required" }))
    return { id: ctx.get("webhook_id"), type }
  }
}

const body = JSON.stringify({ id: "evt_7", type: "payment", note: "größer → 日本" })
const stripe = new Stripe("sk_test_none")

/** Headers that the sender's own library makes. */
const headersOf: Readonly<
  Record<Scheme, (secret: string, text: string, at: number) => Promise<Record<string, string>>>
> = {
  standard: async (secret, text, at) => ({
    "webhook-id": "evt_7",
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_7", new Date(at), text),
  }),
  stripe: async (secret, text, at) => ({
    "stripe-signature": stripe.webhooks.generateTestHeaderString({
      payload: text,
      secret,
      timestamp: Math.floor(at / 1000),
    }),
  }),
  github: async (secret, text) => ({ "x-hub-signature-256": await signForGitHub(secret, text) }),
}
const schemes = Object.keys(secrets) as readonly Scheme[]

describe("webhookAuth()", () => {
  let app: TestApp
  let start: number
  beforeAll(async () => {
    app = await createTestApp(module({ name: "app", declarations: [Receiver] }))
    start = Math.floor(app.clock.now() / 1000) * 1000
  })
  afterAll(() => app.stop())

  const send = (scheme: Scheme, headers: Readonly<Record<string, string>>, text = body) =>
    app.request("POST", `/${scheme}`, {
      headers: { "content-type": "application/json", ...headers },
      body: text,
    })

  it.each(schemes)("accepts what the library of %s signs, with each of the secrets", async (scheme) => {
    for (const secret of secrets[scheme]) {
      const reply = await send(scheme, await headersOf[scheme](secret, body, start))
      expect([reply.status, reply.json()]).toEqual([
        200,
        {
          id: scheme === "github" ? (expect.stringMatching(/^[\w-]{43}$/) as string) : "evt_7",
          type: "payment",
        },
      ])
    }
  })

  it.each(schemes)("rejects other bodies, other secrets and broken signatures of %s", async (scheme) => {
    const [secret] = secrets[scheme]
    const headers = await headersOf[scheme](secret, body, start)
    const other = scheme === "standard" ? createWebhookSecret() : "a secret of somebody else"
    const [name, signature] = Object.entries(headers).at(-1)!
    const tries: readonly [Readonly<Record<string, string>>, string?][] = [
      [{}],
      [headers, body.replace("payment", "refund")],
      [headers, `${body} `],
      [await headersOf[scheme](other, body, start)],
      [{ ...headers, [name]: "" }],
      [{ ...headers, [name]: "nonsense" }],
      [{ ...headers, [name]: signature.slice(0, -2) }],
      [{ ...headers, [name]: signature.replace(/v1|sha256/, "v0") }],
    ]
    for (const [given, text] of tries) expect((await send(scheme, given, text)).status).toBe(401)
  })

  it.each(["standard", "stripe"] as const)(
    "rejects times of %s that are too old or too far ahead",
    async (scheme) => {
      const [secret] = secrets[scheme]
      for (const [seconds, status] of [
        [-301, 401],
        [-299, 200],
        [299, 200],
        [301, 401],
      ] as const)
        expect(
          (await send(scheme, await headersOf[scheme](secret, body, start + seconds * 1000))).status,
        ).toBe(status)
    },
  )

  it("rejects an id or a time that was not signed", async () => {
    const headers = await headersOf.standard(secrets.standard[0], body, start)
    expect((await send("standard", { ...headers, "webhook-id": "evt_8" })).status).toBe(401)
    const later = String(start / 1000 + 1)
    expect((await send("standard", { ...headers, "webhook-timestamp": later })).status).toBe(401)
    const { "stripe-signature": signed = "" } = await headersOf.stripe(secrets.stripe[0], body, start)
    const doubled = signed.replace("t=", `t=${later},t=`)
    expect((await send("stripe", { "stripe-signature": doubled })).status).toBe(401)
  })

  it("gives a repeated event of GitHub the same id, whatever its unsigned headers say", async () => {
    const headers = await headersOf.github(secrets.github[0], body, start)
    const ids = await Promise.all(
      ["1", "2"].map(async (id) => (await send("github", { ...headers, "x-github-delivery": id })).json()),
    )
    expect(ids[0]).toEqual(ids[1])
  })

  it("is a fault without a scheme or with a secret that everybody could know", async () => {
    expect(() => webhookAuth("paypal" as "stripe", ["x"])).toThrow(
      'The scheme of `webhookAuth()` is "paypal"',
    )
    for (const wrong of [[], [""], ["whsec_", "x"], [createWebhookSecret(), "whsec_c2hvcnQ="]]) {
      const Guarded = webhookAuth("standard", wrong)
      const Wrong = class {
        routes() {
          return routes([post("/", () => ({}), { middlewares: [Guarded] })])
        }
      }
      await expect(createTestApp(module({ name: "wrong", declarations: [Wrong] }))).rejects.toThrow(
        /AUTH_WEBHOOK_SECRET/,
      )
    }
  })
})

describe("signWebhook()", () => {
  it("makes what the library of Standard Webhooks verifies, with each of two secrets", () => {
    const headers = signWebhook(secrets.standard, { id: "msg_1", body })
    for (const secret of secrets.standard)
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(JSON.parse(body))
    expect(() => new Webhook(createWebhookSecret()).verify(body, { ...headers })).toThrow(
      "No matching signature",
    )
  })

  it("signs bytes like the text that they encode", () => {
    const options = { id: "msg_1", at: Date.now() }
    expect(signWebhook(secrets.standard, { ...options, body: Buffer.from(body) })).toEqual(
      signWebhook(secrets.standard, { ...options, body }),
    )
  })
})

it("the library of GitHub agrees about what is signed", async () => {
  const { "x-hub-signature-256": signature = "" } = await headersOf.github(secrets.github[0], body, 0)
  expect(await verifyForGitHub(secrets.github[0], body, signature)).toBe(true)
})
