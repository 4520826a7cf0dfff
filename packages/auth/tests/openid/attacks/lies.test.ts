import type { ServerResponse } from "node:http"
import { describe, expect, it } from "vitest"
import type { Lies } from "../lying-provider.ts"
import { Users, Visitor } from "../test-site.ts"
import { AttackedSite } from "./attacked-site.ts"

const site = AttackedSite.forTests()

describe("attack 88: a provider that lies", () => {
  const wrong = { state: "A".repeat(43) }
  it.each<readonly [string, Lies, RegExp]>([
    ["another issuer", { claims: { iss: "https://evil.example" } }, /iss/],
    ["another audience", { claims: { aud: "someone-else" } }, /aud/],
    [
      "several audiences, and the token is for another one",
      { claims: { aud: ["client", "x"], azp: "x" } },
      /azp/,
    ],
    ["another nonce", { claims: { nonce: "another" } }, /nonce/],
    ["no nonce", { claims: { nonce: undefined } }, /nonce/],
    ["an expired ID token", { claims: { exp: 1_000 } }, /exp/],
    ["an ID token that does not expire", { claims: { exp: undefined } }, /exp/],
    ["no subject", { claims: { sub: undefined } }, /sub/],
    ["an empty subject", { claims: { sub: "" } }, /sub/],
    ["a subject that a database cannot keep", { claims: { sub: "a\u0000b" } }, /`sub`/],
    ["the algorithm none", { signature: "none" }, /alg/],
    ["HS256 with the public key as secret", { signature: "public key as secret" }, /alg/],
    [
      "another algorithm than that of the settings",
      { signature: "published key of another algorithm" },
      /alg/,
    ],
    ["a key that is not published", { signature: "unknown key" }, /key/],
    ["another key with the id of a published one", { signature: "unknown key with a known id" }, /signature/],
    ["another issuer in its answer", { answer: { iss: "https://evil.example" } }, /iss/],
    ["no issuer in its answer, though it announces one", { answer: { iss: undefined } }, /iss/],
    ["no code", { answer: { code: undefined } }, /code/],
    ["another state", { answer: wrong }, /^its state is unknown/],
    ["no state", { answer: { state: undefined } }, /^its state is unknown/],
    [
      "user info about somebody else",
      {
        claims: { email: undefined },
        userInfo: { sub: "s2", email: "eve@example.com", email_verified: true },
      },
      /sub/,
    ],
  ])("is rejected: %s", async (_, lies, reason) => {
    site.provider.lies = lies
    await expect(
      site.rejection(site.provider.signIn(await site.visitor.begin("/login/company")), reason),
    ).resolves.toBeUndefined()
  })

  it.each<readonly [string, (path: string, reply: ServerResponse) => boolean, RegExp]>([
    [
      "a redirect",
      (path, reply) => path === "/token" && !!reply.writeHead(307, { location: "/keys" }).end(),
      /status/,
    ],
    ["no JSON", (path, reply) => path === "/token" && !!reply.end("<html>"), /content-type|JSON|parse/i],
    [
      "megabytes",
      (path, reply) =>
        path === "/token" &&
        !!reply
          .writeHead(200, { "content-type": "application/json" })
          .end(`{"a":"${"x".repeat(5_000_000)}"}`),
      /more than 262144 bytes/,
    ],
  ])("is rejected within seconds when the exchange is answered with %s", async (_, instead, reason) => {
    const address = await site.visitor.begin("/login/company")
    site.provider.lies = { instead }
    const began = performance.now()
    await expect(site.rejection(site.provider.signIn(address), reason)).resolves.toBeUndefined()
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it("does not make an unverified address known to the application", async () => {
    for (const email_verified of [false, undefined, "true", 1, null]) {
      site.provider.lies = { claims: { email_verified, sub: `s${String(email_verified)}` } }
      await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    }
    const { seen } = site.app.get(Users)
    expect(seen).toHaveLength(5)
    for (const { email } of seen) expect(email).toBeUndefined()
  })

  it("does not mix an address of the user info with a verification of the ID token", async () => {
    const userInfo = { sub: "s1", email: "victim@example.com" }
    // What it offers is known from the beginning: it is fetched with the first sign-in.
    site.provider.lies = { claims: { email: undefined, email_verified: true }, userInfo }
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    expect(site.app.get(Users).seen).toMatchObject([{ email: undefined }])
  })

  it("cannot speak for another provider", async () => {
    // The same subject, from another issuer, is another identity.
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    const stranger = new Visitor(site.app)
    site.other.lies = { claims: { email: "eve@example.com" } }
    await stranger.get(site.other.signIn(await stranger.begin("/login/other")))
    expect([await site.visitor.who(), await stranger.who()]).toEqual(["u1", "u2"])
  })
})
