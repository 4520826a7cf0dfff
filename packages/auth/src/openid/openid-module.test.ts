import { KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { auth } from "../index.ts"
import { Identities, MemoryIdentities, openid, type OpenidSettings } from "../openid.ts"

const right: OpenidSettings = {
  issuer: "https://id.example.com",
  clientId: "notes",
  clientSecret: "a secret that no message shows",
  origin: "https://app.example.com",
  accept: async () => undefined,
}

/** Starts an application with these settings. The provider does not exist, and is not asked. */
function start(settings: Partial<OpenidSettings>, name = "company") {
  const stores = module({
    name: "stores",
    exports: [KeyValue, Identities],
    declarations: [
      provide(KeyValue, () => new MemoryKeyValue()),
      provide(Identities, () => new MemoryIdentities()),
    ],
  })
  const pieces = auth({ settings: {}, imports: [stores] })
  const login = openid({ name, imports: [pieces, stores], settings: { ...right, ...settings } })
  return createTestApp(module({ name: "app", imports: [login] }), { guards: "required" })
}

describe("openid", () => {
  it("starts without its provider, with three guarded routes", async () => {
    const app = await start({})
    expect((await app.request("GET", "/login/company/callback")).status).toBe(400)
    expect((await app.request("GET", "/login/company/link")).status).toBe(401)
    await app.stop()
  })

  it.each<readonly [string, Partial<OpenidSettings>]>([
    ["issuer", { issuer: "http://id.example.com" }],
    ["issuer", { issuer: "id.example.com" }],
    ["issuer", { issuer: "" }],
    ["clientId", { clientId: "" }],
    ["clientSecret", { clientSecret: "" }],
    ["origin", { origin: "http://app.example.com" }],
    ["origin", { origin: "https://app.example.com/" }],
    ["origin", { origin: "https://app.example.com/app" }],
    ["origin", { origin: "https://APP.example.com" }],
    ["scopes", { scopes: ["email"] }],
  ])("does not start with a wrong `%s`: %j", async (name, settings) => {
    const started = start(settings)
    await expect(started).rejects.toThrow(`\`${name}\` of \`openid()\``)
    await expect(started).rejects.not.toThrow(right.clientSecret)
  })

  it.each(["", "Company", "a/b", "..", "a".repeat(33), "1a"])("does not take the name %j", (name) => {
    expect(() => start({}, name)).toThrow("`name` of `openid()`")
  })

  it("names the option that was meant", async () => {
    const mistyped = { clientid: "notes" } as Partial<OpenidSettings>
    await expect(start(mistyped)).rejects.toThrow("write `clientId`")
  })
})
