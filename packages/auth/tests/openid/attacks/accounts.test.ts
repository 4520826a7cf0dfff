import { describe, expect, it } from "vitest"
import { Revocations, Sessions } from "../../../src/index.ts"
import { Identities } from "../../../src/openid.ts"
import { startSite, Users, Visitor } from "../test-site.ts"
import { AttackedSite } from "./attacked-site.ts"

const site = AttackedSite.forTests()

describe("attack 90: a known address, and an account of somebody else", () => {
  it("does not open the account that has the address", async () => {
    const victim = site.app.get(Users).add("ada@example.com")
    await expect(
      site.rejection(site.provider.signIn(await site.visitor.begin("/login/company")), /did not accept/, 403),
    ).resolves.toBeUndefined()
    expect(await site.app.get(Identities).list(victim)).toEqual([])
  })

  it("links an account only to the user who is signed in, and asks for a verified address", async () => {
    const ada = site.app.get(Users).add("ada@example.com")
    await site.visitor.signInAs(ada)
    const linked = { "sec-fetch-site": "same-origin" }
    site.provider.lies = { claims: { email_verified: false } }
    const unverified = await site.visitor.get(
      site.provider.signIn(await site.visitor.begin("/login/company/link", linked)),
    )
    expect([unverified.status, await site.app.get(Identities).list(ada)]).toEqual([403, []])
    site.provider.lies = {}
    const before = site.visitor.cookies.get("session_id")
    const reply = await site.visitor.get(
      site.provider.signIn(await site.visitor.begin("/login/company/link", linked)),
    )
    expect(reply.status).toBe(303)
    expect(await site.app.get(Identities).list(ada)).toEqual([
      { issuer: site.provider.issuer, subject: "s1" },
    ])
    expect(site.visitor.cookies.get("session_id")).not.toBe(before)
    const again = new Visitor(site.app)
    await again.get(site.provider.signIn(await again.begin("/login/company")))
    expect([await again.who(), site.app.get(Users).all.size]).toEqual([ada, 1])
  })

  it("does not link what belongs to another user, and leaves both as they are", async () => {
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    const eve = site.app.get(Users).add("eve@example.com")
    const thief = new Visitor(site.app)
    await thief.signInAs(eve)
    const address = await thief.begin("/login/company/link", { "sec-fetch-site": "same-origin" })
    expect((await thief.get(site.provider.signIn(address))).status).toBe(409)
    const lists = [await site.app.get(Identities).list("u1"), await site.app.get(Identities).list(eve)]
    expect(lists).toEqual([[{ issuer: site.provider.issuer, subject: "s1" }], []])
  })

  it.each(["cross-site", "same-site", "none", ""])(
    "is not linked by a page of another site: Sec-Fetch-Site is %j",
    async (from) => {
      await site.visitor.signInAs(site.app.get(Users).add("ada@example.com"))
      const reply = await site.visitor.get(
        "/login/company/link",
        from === "" ? {} : { "sec-fetch-site": from },
      )
      expect([reply.status, [...site.visitor.cookies.keys()]]).toEqual([403, ["session_id"]])
    },
  )

  it("is not linked by a browser that was left open: the sign-in must be recent", async () => {
    const ada = site.app.get(Users).add("ada@example.com")
    await site.visitor.signInAs(ada)
    const own = { "sec-fetch-site": "same-origin" }
    site.app.clock.advance({ minutes: 10, seconds: 1 })
    const reply = await site.visitor.get("/login/company/link", own)
    expect([reply.status, reply.text().includes("Sign in again")]).toEqual([403, true])
    expect([...site.visitor.cookies.keys()]).toEqual(["session_id"])
    await site.visitor.signInAs(ada)
    site.app.clock.advance({ minutes: 9 })
    expect((await site.visitor.get("/login/company/link", own)).status).toBe(303)
  })

  it("is not linked after the user has signed out, or is another one", async () => {
    const [ada, eve] = [
      site.app.get(Users).add("ada@example.com"),
      site.app.get(Users).add("eve@example.com"),
    ]
    for (const after of [
      () => site.app.get(Sessions).destroy(site.visitor.cookies.get("session_id")!),
      () => site.visitor.signInAs(eve),
    ]) {
      await site.visitor.signInAs(ada)
      const address = await site.visitor.begin("/login/company/link", { "sec-fetch-site": "same-origin" })
      await after()
      expect((await site.visitor.get(site.provider.signIn(address))).status).toBe(403)
    }
    expect([await site.app.get(Identities).list(ada), await site.app.get(Identities).list(eve)]).toEqual([
      [],
      [],
    ])
  })
})

/** What an application does with a new password. */
async function endAll(userId: string): Promise<void> {
  await site.app.get(Revocations).revokeUser(userId)
  await site.app.get(Identities).unlinkAll(userId)
}

describe("a new password while somebody signs in or links", () => {
  it("leaves no account that is linked at the same moment, and no session", async () => {
    const ada = site.app.get(Users).add("ada@example.com")
    await site.visitor.signInAs(ada)
    const address = await site.visitor.begin("/login/company/link", { "sec-fetch-site": "same-origin" })
    const identities = site.app.get(Identities)
    const link = identities.link.bind(identities)
    // After the session was found valid.
    identities.link = async (identity, userId) => {
      await endAll(ada)
      return link(identity, userId)
    }
    expect((await site.visitor.get(site.provider.signIn(address))).status).toBe(403)
    expect(site.reasons).toEqual(["all sessions of the user were ended meanwhile"])
    expect(await identities.list(ada)).toEqual([])
    expect(await site.visitor.who()).toBeUndefined()
  })

  it("leaves no session of an account that is unlinked at the same moment", async () => {
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    const thief = new Visitor(site.app)
    const address = await thief.begin("/login/company")
    const identities = site.app.get(Identities)
    const find = identities.find.bind(identities)
    let asked = 0
    identities.find = async (identity) => {
      const found = await find(identity)
      if (asked++ === 0) await endAll("u1")
      return found
    }
    expect((await thief.get(site.provider.signIn(address))).status).toBe(403)
    expect(await thief.who()).toBeUndefined()
  })

  it("leaves no session of a user who is locked after the sign-in was accepted", async () => {
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    const thief = new Visitor(site.app)
    const address = await thief.begin("/login/company")
    const users = site.app.get(Users)
    const accept = users.accept.bind(users)
    users.accept = async (person) => {
      const accepted = await accept(person)
      await site.app.get(Revocations).revokeUser("u1")
      return accepted
    }
    await thief.get(site.provider.signIn(address))
    expect(await thief.who()).toBeUndefined()
  })
})

describe("attack 91: the session and the page after a sign-in", () => {
  it("gets a new session, and ends the one that the browser brought", async () => {
    await site.visitor.signInAs(site.app.get(Users).add("eve@example.com"))
    const fixed = site.visitor.cookies.get("session_id")!
    await site.visitor.get(site.provider.signIn(await site.visitor.begin("/login/company")))
    expect(site.visitor.cookies.get("session_id")).not.toBe(fixed)
    expect([await site.visitor.who(), await site.app.get(Sessions).find(fixed)]).toEqual(["u2", undefined])
  })

  it.each(["cross-site", "same-site"])(
    "begins by a click on a page of the own site: from elsewhere (%s) a page asks first, and nothing is stored",
    async (from) => {
      const before = site.provider.requests.length
      const asked = "/login/company?return=/notes%3Fa=1%26b=%22%3E%3Cscript%3E"
      const reply = await site.visitor.get(asked, { "sec-fetch-site": from })
      expect([reply.status, site.visitor.cookies.size, site.provider.requests.length]).toEqual([
        200,
        0,
        before,
      ])
      expect(reply.headers.get("cache-control")).toBe("no-store")
      expect(reply.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      const page = reply.text()
      expect(page).not.toContain("<script")
      const link = /<a href="([^"]+)">Continue to sign in</.exec(page)![1]!
      const address = await site.visitor.begin(link, { "sec-fetch-site": "same-origin" })
      const back = await site.visitor.get(site.provider.signIn(address), { "sec-fetch-site": "cross-site" })
      expect([back.status, back.headers.get("location")]).toEqual([303, "/notes?a=1&b=%22%3E%3Cscript%3E"])
    },
  )

  it.each(["none", "same-origin"])(
    "begins at once by a typed address or a link of the site: %s",
    async (from) => {
      const address = await site.visitor.begin("/login/company", { "sec-fetch-site": from })
      expect(address).toContain(site.provider.issuer)
    },
  )

  it.each([
    ["/notes?page=2#top", "/notes?page=2#top"],
    ["/straße", "/stra%C3%9Fe"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["/%2f%2fevil.example", "/"],
    ["/%5cevil.example", "/"],
    ["/.//evil.example", "/"],
    ["/a/..//evil.example", "/"],
    ["/%2e%2e//evil.example", "/"],
    ["/\t/evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["/a\r\nset-cookie: session_id=1", "/"],
    ["\u0000//evil.example", "/"],
    [" //evil.example", "/"],
    ["https://evil.example", "/"],
    ["https:/evil.example", "/"],
    ["javascript:alert(1)", "/"],
    ["evil.example", "/"],
    [`/${"x".repeat(3_000)}`, "/"],
    ["", "/"],
  ])("goes to a path of the site alone: %#", async (asked, target) => {
    const address = await site.visitor.begin(`/login/company?return=${encodeURIComponent(asked)}`)
    const reply = await site.visitor.get(site.provider.signIn(address))
    expect([reply.status, reply.headers.get("location")]).toEqual([303, target])
  })

  it("keeps its cookie from scripts, from other sites and from other hosts of the domain", async () => {
    const secure = await startSite({
      providers: { company: site.provider.issuer },
      origin: "https://site.app.example.com",
    })
    const reply = await secure.request("GET", "/login/company")
    expect(reply.headers.all("set-cookie")).toEqual([
      expect.stringMatching(
        /^__Host-openid_company=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
    const asked = new URL(reply.headers.get("location")!).searchParams
    expect(asked.get("redirect_uri")).toBe("https://site.app.example.com/login/company/callback")
    expect([asked.get("code_challenge_method"), asked.get("response_type")]).toEqual(["S256", "code"])
    await secure.stop()
  })

  it("answers as the application wants it, for example with tokens", async () => {
    const settings = { signedIn: (_: unknown, userId: string) => ({ token: `of ${userId}` }) }
    const api = await startSite({ providers: { company: site.provider.issuer }, settings })
    const client = new Visitor(api)
    const callback = site.provider.signIn(await client.begin("/login/company"))
    const reply = await client.get(callback, { accept: "application/json" })
    expect([reply.json(), client.cookies.has("session_id")]).toEqual([{ token: "of u1" }, false])
    await api.stop()
  })
})
