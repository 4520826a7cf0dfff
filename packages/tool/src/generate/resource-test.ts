import type { ModuleNames } from "./module-names.ts"
import type { Surroundings } from "./surroundings.ts"

/** The test of a resource: every handler, on a real database. */
export function resourceTest(
  { name, pascal, contract, oneCamel, aOne }: ModuleNames,
  { settings, credentials }: Surroundings,
): string {
  const guarded = credentials !== undefined
  const provided = settings === undefined ? "" : ", provide: [provide(Settings, readSettings)]"
  const sent = guarded ? "headers, " : ""
  return `import { randomUUID } from "node:crypto"
${guarded ? `import { AccessTokens } from "@trivet/auth"\n` : ""}${settings === undefined ? "" : `import { provide } from "trivet"\n`}import { type Client, createClient } from "trivet/client"
import { createTestApp, type TestApp, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
${settings === undefined ? "" : `import { readSettings, Settings } from "${settings}"\n`}import { ${contract} } from "./${name}-contract.ts"
import { ${pascal}Module } from "./${name}-module.ts"

// In the database that DATABASE_URL names; without it in PGlite, inside this process.
describe("/${name}", () => {
  let app: TestApp
  let client: Client<typeof ${contract}>
${guarded ? `  let headers: { readonly authorization: string }\n` : ""}  beforeAll(async () => {
    // From now on: what the database holds already is older, and behind it in the list.
    const clock = new TestClock(Date.now())
    app = await createTestApp(${pascal}Module, { clock${provided} })
    client = createClient(${contract}, app)
${
  guarded
    ? `    const token = await app.get(AccessTokens).issue({ user_id: randomUUID(), email: "ada@example.com" })
    headers = { authorization: \`Bearer \${token}\` }
`
    : ""
}  }, 60_000)
  afterAll(() => app.stop())

  it("creates, shows, lists, replaces and removes", async () => {
    const created = await client.create({ ${sent}body: { name: "first" } }).orThrow()
    expect(created.status).toBe(201)
    const ${oneCamel} = created.body
    const params = { id: ${oneCamel}.id }
    expect((await client.show({ ${sent}params })).body).toEqual(${oneCamel})
    expect((await client.index(${guarded ? "{ headers }" : ""})).body).toContainEqual(${oneCamel})
    app.clock.advance({ seconds: 1 })
    const updated = await client.update({ ${sent}params, body: { name: "second" } })
    expect(updated.body).toEqual({ ...${oneCamel}, name: "second", updated_at: expect.any(String) })
    expect(updated.body).not.toHaveProperty("updated_at", ${oneCamel}.updated_at)
    expect((await client.delete({ ${sent}params })).status).toBe(204)
    expect((await client.show({ ${sent}params })).status).toBe(404)
  })

  it("refuses ${aOne} without a name", async () => {
    const refused = await client.create({ ${sent}body: { name: "" } })
    expect(refused.status).toBe(400)
  })

  it.each([randomUUID(), "1", "%00"])("finds nothing under %s", async (id) => {
    const params = { id }
    expect((await client.show({ ${sent}params })).status).toBe(404)
    expect((await client.update({ ${sent}params, body: { name: "new" } })).status).toBe(404)
    expect((await client.delete({ ${sent}params })).status).toBe(204)
  })
${
  guarded
    ? `
  it("asks for a token", async () => {
    expect((await app.request("GET", "/${name}")).status).toBe(401)
    expect((await app.request("POST", "/${name}", { json: { name: "first" } })).status).toBe(401)
  })
`
    : ""
}})
`
}
