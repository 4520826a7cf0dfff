import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { openPGlite } from "../../src/pglite/open-pglite.ts"
import { imageFolder } from "../../src/pglite/pglite-image.ts"
import { PrivatePostgres } from "../../src/testing.ts"

interface Printed {
  readonly urls: readonly string[]
  readonly rows: number
  readonly cpu: number
}

const folder = mkdtempSync(join(tmpdir(), "trivet-template-"))
const program = join(import.meta.dirname, "program.ts")
const running = new Set<ChildProcess>()
let server: PrivatePostgres
let notes: string
let table: string
let number = 0

beforeAll(async () => {
  server = await PrivatePostgres.start()
  // An image of an empty database, which the first PGlite on a machine makes in seconds, and no others.
  const made = () => readdirSync(imageFolder()).find((name) => /^pglite-[\d.]+\.tar$/.test(name))
  mkdirSync(imageFolder(), { recursive: true })
  if (made() === undefined) await (await openPGlite("pglite://memory")).close()
  mkdirSync(join(folder, "trivet"))
  copyFileSync(join(imageFolder(), made()!), join(folder, "trivet", made()!))
})
beforeEach(() => {
  table = `things_${number++}`
  notes = join(folder, `${table}.txt`)
  writeFileSync(notes, "")
})
afterEach(() => {
  for (const child of running) child.kill("SIGKILL")
  running.clear()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await server.remove()
  rmSync(folder, { recursive: true })
})

function start(url: string, more: { count?: number; hang?: boolean; keep?: boolean } = {}): ChildProcess {
  const given = { url, table, notes, count: 1, hang: false, keep: false, ...more }
  const args = ["--conditions=@trivet/source", program, JSON.stringify(given)]
  const env = { ...process.env, XDG_CACHE_HOME: folder }
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] })
  running.add(child)
  return child
}

async function printed(child: ChildProcess): Promise<Printed> {
  for await (const line of createInterface(child.stdout!)) return JSON.parse(line) as Printed
  throw new Error("the program has ended")
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
}

const timesApplied = () => readFileSync(notes, "utf8").split("\n").length - 1
const names = async (prefix: string) => {
  const found = await server.query<{ datname: string }>("select datname from pg_database order by 1")
  return found.map(({ datname }) => datname).filter((name) => name.startsWith(prefix))
}
const nameOf = (url: string) => new URL(url).pathname.slice(1)

describe.each(["PostgreSQL", "PGlite"])("one prepared database on %s", (kind) => {
  const address = () => (kind === "PGlite" ? "pglite://memory" : server.url)

  it("is made once by processes that begin at the same time, and each database has its own data", async () => {
    const children = Array.from({ length: 4 }, () => start(address(), { count: kind === "PGlite" ? 1 : 3 }))
    const all = await Promise.all(children.map(printed))
    expect(timesApplied()).toBe(1)
    for (const { rows, urls } of all) expect(rows).toBe(urls.length)
    const urls = all.flatMap((one) => one.urls)
    expect(new Set(urls).size).toBe(kind === "PGlite" ? 1 : 12)
  })

  it("is made by another process if the first one is killed meanwhile", async () => {
    const first = start(address(), { hang: true })
    await expect.poll(timesApplied, { timeout: 240_000 }).toBe(1)
    const second = start(address())
    const gone = kill(first)
    expect((await printed(second)).rows).toBe(1)
    await gone
    expect(timesApplied()).toBe(2)
  })
})

describe("databases of killed runs", () => {
  it("are dropped by the next run; not those in use, nor a user's", async () => {
    for (const name of ["trivet_test_orders", "trivet_testing", "trivet_template_0"])
      await server.query(`create database ${name}`)
    const [killed, alive] = [start(server.url, { keep: true, count: 3 }), start(server.url, { keep: true })]
    const [gone, kept] = await Promise.all([printed(killed), printed(alive)])
    await kill(killed)
    const next = start(server.url, { keep: true })
    const later = await printed(next)
    const left = await names("trivet_test")
    expect(left).toEqual(expect.arrayContaining([...kept.urls, ...later.urls].map(nameOf)))
    expect(left).toEqual(expect.arrayContaining(["trivet_test_orders", "trivet_testing"]))
    expect(await names("trivet_template_0")).toContain("trivet_template_0")
    for (const url of gone.urls) expect(left).not.toContain(nameOf(url))
  })
})

describe("a test file with PGlite", () => {
  it("gets a prepared database for about a second of processor time", async () => {
    await printed(start("pglite://memory"))
    const all: number[] = []
    for (let time = 0; time < 3; time++) all.push((await printed(start("pglite://memory"))).cpu)
    const [image] = readdirSync(join(folder, "trivet")).filter((name) => /-[\da-f]{32}\.tar$/.test(name))
    const size = statSync(join(folder, "trivet", image!)).size / 1e6
    noteFigure(
      "Test database",
      "PGlite",
      `${Math.min(...all).toFixed(2)} s of CPU, image ${size.toFixed(0)} MB`,
    )
    // With what a busy machine adds. The migrations of an application cost several seconds.
    expect(Math.min(...all)).toBeLessThan(3)
    expect(timesApplied()).toBe(1)
  })
})
