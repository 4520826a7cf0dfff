import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it, vi } from "vitest"
import { postgres } from "../../src/index.ts"
import { createTestDatabase, simulate } from "../../src/testing.ts"
import { findServer } from "../../src/testing/find-server.ts"
import { Db } from "./programs/program.ts"

const run = (url: string) =>
  simulate(() => createTestApp(module({ name: "none", imports: [postgres(Db, { url })] })), {
    calls: () => [],
    invariant: () => undefined,
  })

describe("simulate() rejects", () => {
  it("PGlite, which runs statements in turn", async () => {
    await expect(run("pglite://memory")).rejects.toMatchObject({ code: "SIMULATION_NEEDS_SERVER" })
  })

  it("a database that is not for tests", async () => {
    await expect(run(await findServer())).rejects.toMatchObject({ code: "SIMULATION_DATABASE" })
  })

  it("a role that may not restore tables", async () => {
    const database = await createTestDatabase()
    const db = new Db({ url: database.url })
    const role = `simulated_${process.pid}`
    await db.executeQuery({ sql: `create role ${role} login password 'pw'`, parameters: [] } as never)
    const url = new URL(database.url)
    url.username = role
    url.password = "pw"
    const simulated = run(url.href).catch((error: unknown) => error)
    expect(await simulated).toMatchObject({ code: "SIMULATION_ROLE" })
    await db.executeQuery({ sql: `drop role ${role}`, parameters: [] } as never)
    await db.onStop()
    await database.drop()
  })

  it("an option that it does not know", async () => {
    const options = { calls: () => [], invariant: () => undefined, seed: 7 }
    await expect(simulate(() => Promise.reject(new Error("never")), options)).rejects.toMatchObject({
      code: "OPTION_INVALID",
    })
  })

  it("a number of seeds that would try nothing", async () => {
    const simulated = (seeds: number) =>
      simulate(() => Promise.reject(new Error("never")), {
        calls: () => [],
        invariant: () => undefined,
        seeds,
      })
    await expect(simulated(0)).rejects.toMatchObject({ code: "POSTGRES_OPTION_INVALID" })
    vi.stubEnv("SEED", "seven")
    await expect(simulated(1)).rejects.toMatchObject({ code: "POSTGRES_OPTION_INVALID" })
    vi.unstubAllEnvs()
  })
})
