import type { ModuleNames } from "../names/module-names.ts"
import type { Surroundings } from "../surroundings.ts"

/** The test of a resource: every handler, on a real database; with two users if it has a guard. */
export function resourceTest(names: ModuleNames, around: Surroundings, isOwned: boolean): string {
  const { name, oneCamel, aOne } = names
  const isGuarded = around.credentials !== undefined
  const sent = isGuarded ? "headers, " : ""
  return `${startText(names, around)}
  it("creates, shows, lists, replaces and removes", async () => {
    const created = await client.create({ ${sent}body: { name: "first" } }).orThrow()
    expect(created.status).toBe(201)
    const ${oneCamel} = created.body
    const params = { id: ${oneCamel}.id }
    expect((await client.show({ ${sent}params })).body).toEqual(${oneCamel})
    expect((await client.index(${isGuarded ? "{ headers }" : ""}).orThrow()).body.items).toContainEqual(${oneCamel})
    app.clock.advance({ seconds: 1 })
    const updated = await client.update({ ${sent}params, body: { name: "second" } })
    expect(updated.body).toEqual({ ...${oneCamel}, name: "second", updated_at: expect.any(String) })
    expect(updated.body).not.toHaveProperty("updated_at", ${oneCamel}.updated_at)
    expect((await client.delete({ ${sent}params })).status).toBe(204)
    expect((await client.show({ ${sent}params })).status).toBe(404)
  })

  it("lists in pages, the newest first", async () => {
    for (const name of ["first", "second", "third"]) {
      app.clock.advance({ seconds: 1 })
      await client.create({ ${sent}body: { name } }).orThrow()
    }
    const { items, next = "" } = (await client.index({ ${sent}query: { limit: 2 } }).orThrow()).body
    expect(items.map(({ name }) => name)).toEqual(["third", "second"])
    const rest = await client.index({ ${sent}query: { limit: 2, cursor: next } }).orThrow()
    expect(rest.body.items[0]).toMatchObject({ name: "first" })
  })

${isOwned ? ownerText(names) : isGuarded ? sharedText(names) : ""}  it("refuses ${aOne} without a name", async () => {
    const refused = await client.create({ ${sent}body: { name: "" } })
    expect(refused.status).toBe(400)
  })

  it.each([randomUUID(), "1", "%00"])("finds nothing under %s", async (id) => {
    const params = { id }
    expect((await client.show({ ${sent}params })).status).toBe(404)
    expect((await client.update({ ${sent}params, body: { name: "new" } })).status).toBe(404)
    expect((await client.delete({ ${sent}params })).status).toBe(404)
  })
${isGuarded ? tokenText(name) : ""}})
`
}

/** Imports and set-up: the whole application if it has the template's `createApi()`, otherwise the module alone. */
function startText(names: ModuleNames, around: Surroundings): string {
  const { contract, name, pascal } = names
  const { createApi, credentials, settings } = around
  const isGuarded = credentials !== undefined
  const users = isGuarded
    ? `    headers = await ${createApi === undefined ? "newUser(" : "signUp(app, "}"ada@example.com")
    other = await ${createApi === undefined ? "newUser(" : "signUp(app, "}"eve@example.com")\n`
    : ""
  const declared = `describe("/${name}", () => {
  let app: TestApp
  let client: Client<typeof ${contract}>
${isGuarded ? "  let headers: { readonly authorization: string }\n  let other: typeof headers\n" : ""}  beforeAll(async () => {
`
  if (isGuarded && createApi !== undefined)
    return `import { randomUUID } from "node:crypto"
import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApi, signUp } from "${createApi}"
import { ${contract} } from "./${name}-contract.ts"

${declared}    app = await createApi()
    client = createClient(${contract}, app)
${users}  }, 60_000)
  afterAll(() => app.stop())
`
  const isSet = settings !== undefined
  const provided = isSet ? ", provide: [provide(Settings, readSettings)]" : ""
  const newUser = `
  async function newUser(email: string) {
    const user = { user_id: randomUUID(), email }
    const generation = await app.get(Revocations).generationOf(user.user_id)
    const token = await app.get(AccessTokens).create(user, generation)
    return { authorization: \`Bearer \${token}\` }
  }
`
  return `import { randomUUID } from "node:crypto"
${isGuarded ? `import { AccessTokens, Revocations } from "@trivet/auth"\n` : ""}${isSet ? `import { provide } from "trivet"\n` : ""}import { type Client, createClient } from "trivet/client"
import { createTestApp, type TestApp, TestClock } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
${isSet ? `import { readSettings, Settings } from "${settings}"\n` : ""}import { ${contract} } from "./${name}-contract.ts"
import { ${pascal}Module } from "./${name}-module.ts"

// In the database that DATABASE_URL names; without it in PGlite, inside this process.
${declared}    // From now on: what the database holds already is older, and behind it in the list.
    const clock = new TestClock(Date.now())
    app = await createTestApp(${pascal}Module, { clock${provided} })
    client = createClient(${contract}, app)
${users}  }, 60_000)
  afterAll(() => app.stop())
${isGuarded ? newUser : ""}`
}

function ownerText({ oneCamel }: ModuleNames): string {
  return `  it("belongs to its owner: others find nothing", async () => {
    const { body: ${oneCamel} } = await client.create({ headers, body: { name: "first" } }).orThrow()
    const params = { id: ${oneCamel}.id }
    expect((await client.index({ headers: other })).body).toEqual({ items: [] })
    expect((await client.show({ headers: other, params })).status).toBe(404)
    expect((await client.update({ headers: other, params, body: { name: "new" } })).status).toBe(404)
    expect((await client.delete({ headers: other, params })).status).toBe(404)
    expect((await client.show({ headers, params })).body).toEqual(${oneCamel})
  })

`
}

function sharedText({ aOne }: ModuleNames): string {
  return `  it("is shared: every user reads, changes and removes ${aOne}", async () => {
    const { body } = await client.create({ headers, body: { name: "first" } }).orThrow()
    const params = { id: body.id }
    expect((await client.show({ headers: other, params })).status).toBe(200)
    expect((await client.update({ headers: other, params, body: { name: "new" } })).status).toBe(200)
    expect((await client.delete({ headers: other, params })).status).toBe(204)
  })

`
}

function tokenText(name: string): string {
  return `
  it("asks for a token", async () => {
    expect((await app.request("GET", "/${name}")).status).toBe(401)
    expect((await app.request("POST", "/${name}", { json: { name: "first" } })).status).toBe(401)
  })
`
}
