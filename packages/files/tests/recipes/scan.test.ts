import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Jobs } from "@trivet/jobs"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import type { Module } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Files, FileStore } from "../../src/index.ts"
import { freePorts, ServerProcess, waitForPort } from "../servers/server-process.ts"
import { recipe } from "./recipe.ts"

// The pieces of the text that all scanners know, apart from each other, so that none reports this file.
const eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}", "$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!", "$H+H*"].join("")

// clamd is not installed by the check: it is in the Debian package clamav-daemon, and needs no signatures but the one below.
//   TRIVET_LONG=1 npx vitest run packages/files/tests/recipes
describe.runIf(process.env["TRIVET_LONG"] === "1")("a document that clamd scans", () => {
  let folder: string
  let code: string
  let clamd: ServerProcess
  let port: number
  let database: TestDatabase
  let app: TestApp
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "trivet-clamd-"))
    code = mkdtempSync(join(import.meta.dirname, "recipe-"))
    for (const name of ["scan.ts", "documents.ts"]) writeFileSync(join(code, name), recipe(name))
    mkdirSync(join(folder, "signatures"))
    writeFileSync(join(folder, "signatures/own.ndb"), `Eicar:0:0:${Buffer.from(eicar).toString("hex")}\n`)
    ;[port] = (await freePorts(1)) as [number]
    const conf = join(folder, "clamd.conf")
    writeFileSync(
      conf,
      `TCPSocket ${port}\nTCPAddr 127.0.0.1\nDatabaseDirectory ${folder}/signatures\nForeground yes\nStreamMaxLength 1M\n`,
    )
    clamd = new ServerProcess("clamd", ["-c", conf], join(folder, "log"))
    clamd.start()
    await waitForPort(port, clamd)
    vi.stubEnv("CLAMD_PORT", String(port))
    database = await createTestDatabase()
    vi.stubEnv("DATABASE_URL", database.url)
    const { Documents } = (await import(join(code, "documents.ts"))) as { readonly Documents: Module }
    app = await createTestApp(Documents)
  })
  afterAll(async () => {
    await app?.stop()
    await clamd?.stop()
    await database?.drop()
    vi.unstubAllEnvs()
    for (const one of [folder, code]) rmSync(one, { recursive: true, force: true })
  })

  const store = async (body: string) => {
    const { id } = (await app.request("POST", "/documents", { body })).json() as { readonly id: string }
    return `/documents/${id}`
  }
  const status = async (path: string) => (await app.request("GET", path)).status
  const run = () => app.get(Jobs).runDue()

  it("is readable when it was found to be clean, and not before", async () => {
    const path = await store("a report")
    expect(await status(path)).toBe(404)
    await run()
    expect((await app.request("GET", path)).text()).toBe("a report")
  })

  it("is deleted with its bytes if a virus was found", async () => {
    const path = await store(eicar)
    await run()
    expect(await status(path)).toBe(404)
    await app.get(Files).sweep()
    const bytes = await Array.fromAsync(app.get(FileStore).list())
    expect(bytes.map(({ size }) => size)).toEqual(["a report".length])
  })

  it("is not readable while it cannot be scanned: it is too large, or clamd is not available", async () => {
    const large = await store("a".repeat(1_100_000))
    await run()
    expect(await status(large)).toBe(404)
    await clamd.stop()
    const path = await store("another report")
    await run()
    expect(await status(path)).toBe(404)
    clamd.start()
    await waitForPort(port, clamd)
    // The next attempt is after a delay.
    const later = () => run().then(() => status(path))
    await expect.poll(later, { timeout: 120_000, interval: 500 }).toBe(200)
    expect(await status(large)).toBe(404)
  })
})
