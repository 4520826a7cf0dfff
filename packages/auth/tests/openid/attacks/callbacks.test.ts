import { describe, expect, it } from "vitest"
import { Users, Visitor } from "../test-site.ts"
import { AttackedSite } from "./attacked-site.ts"

const site = AttackedSite.forTests()

describe("attack 89: a callback that does not belong to the browser", () => {
  it("cannot be used twice", async () => {
    const callback = site.provider.signIn(await site.visitor.begin("/login/company"))
    const cookies = new Map(site.visitor.cookies)
    expect((await site.visitor.get(callback)).status).toBe(303)
    const thief = new Visitor(site.app)
    for (const [name, value] of cookies) thief.cookies.set(name, value)
    expect([(await thief.get(callback)).status, await thief.who()]).toEqual([400, undefined])
    expect(site.reasons).toEqual([expect.stringMatching(/^its state is unknown, used/)])
  })

  it("cannot be used after ten minutes", async () => {
    const callback = site.provider.signIn(await site.visitor.begin("/login/company"))
    site.app.clock.advance({ minutes: 10, seconds: 1 })
    await expect(site.rejection(callback, /too old/)).resolves.toBeUndefined()
  })

  it("succeeds for one of many at once", async () => {
    const callback = site.provider.signIn(await site.visitor.begin("/login/company"))
    const cookies = [...site.visitor.cookies]
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const one = new Visitor(site.app)
        for (const [name, value] of cookies) one.cookies.set(name, value)
        return one.get(callback)
      }),
    )
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(site.app.get(Users).all.size).toBe(1)
  })

  it("does not sign a victim in to the attacker's account", async () => {
    const attacker = new Visitor(site.app)
    const callback = site.provider.signIn(await attacker.begin("/login/company"))
    await expect(site.rejection(callback, /another browser/)).resolves.toBeUndefined()
    // Also while the victim has begun to sign in: the cookie is that of another state.
    await site.visitor.begin("/login/company")
    expect([(await site.visitor.get(callback)).status, await site.visitor.who()]).toEqual([400, undefined])
    expect(site.app.get(Users).all.size).toBe(0)
  })

  it("does not take the code of another session", async () => {
    const attacker = new Visitor(site.app)
    const stolen = new URLSearchParams(
      site.provider.signIn(await attacker.begin("/login/company")).split("?")[1],
    )
    const own = new URLSearchParams(
      site.provider.signIn(await site.visitor.begin("/login/company")).split("?")[1],
    )
    own.set("code", stolen.get("code")!)
    await expect(
      site.rejection(`/login/company/callback?${own.toString()}`, /invalid_grant/),
    ).resolves.toBeUndefined()
  })

  it("does not take it from a provider that does not check PKCE either", async () => {
    const attacker = new Visitor(site.app)
    const stolen = new URLSearchParams(
      site.provider.signIn(await attacker.begin("/login/company")).split("?")[1],
    )
    const own = new URLSearchParams(
      site.provider.signIn(await site.visitor.begin("/login/company")).split("?")[1],
    )
    own.set("code", stolen.get("code")!)
    site.provider.lies = { careless: true }
    await expect(
      site.rejection(`/login/company/callback?${own.toString()}`, /nonce/),
    ).resolves.toBeUndefined()
  })

  it("is not taken by the callback of another provider", async () => {
    const callback = site.provider.signIn(await site.visitor.begin("/login/company"))
    // Even if somebody copies the cookie.
    site.visitor.cookies.set("openid_other", site.visitor.cookies.get("openid_company")!)
    await expect(
      site.rejection(callback.replace("/company/", "/other/"), /^its state is unknown/),
    ).resolves.toBeUndefined()
    expect(site.other.requests).not.toContain("/token")
  })

  it("answers a person who has cancelled, and shows nothing that the query says", async () => {
    const answer = { code: undefined, error: "access_denied", error_description: "<b>call 555 now</b>" }
    const address = await site.visitor.begin("/login/company")
    site.provider.lies = { answer }
    const reply = await site.visitor.get(site.provider.signIn(address))
    expect([reply.status, reply.text().includes("The sign-in was cancelled.")]).toEqual([403, true])
    expect(reply.text()).not.toContain("555")
  })

  it.each([
    "",
    "?",
    "?state=x&code=y",
    `?state=${"A".repeat(43)}`,
    "?state[]=1",
    `?state=${"x".repeat(5_000)}`,
  ])("answers 400 without any sign-in, and asks the provider nothing: %s", async (query) => {
    const before = site.provider.requests.length
    site.visitor.cookies.set("openid_company", "B".repeat(43))
    expect((await site.visitor.get(`/login/company/callback${query}`)).status).toBe(400)
    expect(site.provider.requests.length).toBe(before)
  })
})
