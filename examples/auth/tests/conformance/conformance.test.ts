import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api } from "./api.ts"
import { cases } from "./cases.ts"
import { type StartedService, startService } from "./start-service.ts"

let service: StartedService
let api: Api

beforeAll(async () => {
  service = await startService()
  api = new Api(service.server.url)
})

afterAll(async () => {
  await service.stop()
})

describe("the authentication service", () => {
  it.each(cases)("$by: $states", async ({ run }) => {
    await expect(run(api)).resolves.toBeUndefined()
  })

  it("has written authentication events, and no password, token, session id or key in any line", () => {
    const { log } = service.server
    for (const event of [
      "registered",
      "login",
      "login refused",
      "login limited",
      "logout",
      "refreshed",
      "refresh refused",
    ])
      expect(log).toContain(`"event":"${event}"`)
    expect(api.secrets.size).toBeGreaterThan(150)
    for (const secret of api.secrets) expect(log.includes(secret)).toBe(false)
    expect(log).not.toMatch(/\$2[aby]\$|eyJ/)
    for (const line of log.trim().split("\n")) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it("keeps nothing in its database that anybody could log in with", async () => {
    const { database } = service
    const tables = await database.query<{ text: string }>(
      `select row_to_json(users)::text as text from users
       union all select row_to_json(api_keys)::text from api_keys
       union all select row_to_json(key_values)::text from key_values`,
    )
    const all = tables.map(({ text }) => text).join("\n")
    expect(tables.length).toBeGreaterThan(100)
    for (const secret of api.secrets) expect(all.includes(secret)).toBe(false)
    const hashes = await database.query<{ password: string }>("select password from users")
    for (const { password } of hashes) expect(password).toMatch(/^\$2[aby]\$04\$[./\w]{53}$/)
  })
})
