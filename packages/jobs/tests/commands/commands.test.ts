import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CommandSession } from "../../../../scripts/suite/command-session.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

let database: TestDatabase
let session: CommandSession
beforeAll(async () => {
  database = await createTestDatabase()
  session = await CommandSession.start(join(import.meta.dirname, "session.ts"))
})
afterAll(async () => {
  await session?.stop()
  await database?.drop()
})

const run = (url: string, ...args: readonly string[]) => session.run({ DATABASE_URL: url }, ...args)
const jobs = (url: string, ...args: readonly string[]) => run(url, "jobs", ...args)

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

describe("the commands of jobs", () => {
  it("say what to do before the tables exist", async () => {
    const { code, stdout, stderr } = await jobs(database.url, "list")
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toContain("fix: Add `jobMigrations` of @trivet/jobs to `migrations` of the database")
    expect(await run(database.url, "db", "migrate")).toMatchObject({ code: 0 })
  })

  it.each([
    [["run", "receipts/sned"], "Jobs: receipts/send, receipts/mail, receipts/sweep"],
    [["run", "receipts/send"], "does not match its schema: "],
    [["run", "receipts/send", `--data={"order":"x"}`], "does not match its schema: order"],
    [["run", "receipts/send", "--data={order:7}"], "--data is not JSON"],
    [["retry"], "job"],
    [["retry", "--job=receipts/sned"], `There is no job named "receipts/sned"`],
    [["pause", "receipts/sned"], `There is no job named "receipts/sned"`],
    [["delete", "--job=receipts/send"], "state"],
    [["delete", "--job=receipts/send", "--state=running"], "state"],
  ])("refuses %j", async (args, reason) => {
    const { code, stdout, stderr } = await jobs("", ...args)
    expect(stdout).toBe("")
    expect(stderr).toContain(reason)
    expect(code).toBe(2)
  })
})

describe("the program itself", () => {
  it("runs a job, prints how it ended, and exits", async () => {
    const { flags } = await joinedSources()
    const words = [...flags, join(import.meta.dirname, "program.ts"), "jobs", "run", "receipts/sweep"]
    const env = { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: "fatal" }
    const { stdout } = await promisify(execFile)(process.execPath, words, { env })
    expect(stdout).toMatch(/^swept\n[^]*^state {5}done$/m)
  })
})

describe.each([
  ["memory", () => ""],
  ["PostgreSQL", () => database.url],
])("jobs run, in %s", (_, urlOf) => {
  it("runs a job in this process, and shows how it ended", async () => {
    const { code, stdout } = await jobs(urlOf(), "run", "receipts/send", `--data={"order":7}`)
    expect(stdout).toMatch(
      /^attempt 1 of order 7\nid {8}[\da-f-]{36}\njob {7}receipts\/send\nstate {5}done\n/,
    )
    expect(stdout).toContain(`payload   {\n            "order": 7\n          }\n`)
    expect(code).toBe(0)
  })

  it("exits with 1 if the attempt failed, whether others follow or not", async () => {
    const dead = await jobs(urlOf(), "run", "receipts/send", `--data={"order":13}`)
    expect(dead.stdout).toMatch(/^state {5}dead$/m)
    expect(dead.stdout).toMatch(/^error {5}.*no paper\uFFFD\[2J$/m)
    expect(dead.code).toBe(1)
    const waiting = await jobs(urlOf(), "run", "receipts/mail", `--data={"to":"ada"}`)
    expect(waiting.stdout).toMatch(/^state {5}waiting$/m)
    expect(waiting.stdout).toMatch(/^due {7}2/m)
    expect(waiting.stdout).toMatch(/^error {5}no server$/m)
    expect(waiting.code).toBe(1)
  })

  it("runs a schedule's job without waiting for its time", async () => {
    const { code, stdout } = await jobs(urlOf(), "run", "receipts/sweep")
    expect(stdout).toMatch(/^swept\n/)
    expect(code).toBe(0)
  })
})

describe("jobs list, show, retry and cancel", () => {
  it("lists jobs in lines of at most 80 columns, with whole ids", async () => {
    const { code, stdout } = await jobs(database.url, "list")
    const lines = stdout.trimEnd().split("\n")
    expect(lines[0]).toMatch(/^ID {36}STATE {6}WHEN {6}JOB$/)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    expect(lines).toContainEqual(expect.stringMatching(/^[\da-f-]{36} {2}dead {7}\d+ s ago +receipts\/send$/))
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}attempt 1: .*no paper\uFFFD\[2J$/))
    expect(stdout).not.toContain("\u001b")
    expect(code).toBe(0)
  })

  it("filters by name and state, and prints JSON", async () => {
    const { stdout } = await jobs(database.url, "list", "--job=receipts/send", "--state=dead", "--json")
    const found = JSON.parse(stdout) as { readonly job: string; readonly state: string }[]
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ job: "receipts/send", state: "dead", attempts: 1 })
    expect((await jobs(database.url, "list", "--state=running")).stdout).toBe("(none)\n")
    expect((await jobs(database.url, "list", "--state=lost")).code).toBe(2)
  })

  it("makes all dead jobs of a name wait again", async () => {
    await jobs(database.url, "run", "receipts/send", `--data={"order":13}`)
    const { code, stdout } = await jobs(database.url, "retry", "--job=receipts/send")
    expect({ code, stdout }).toEqual({ code: 0, stdout: "2 dead jobs of receipts/send wait again\n" })
    // They are due now.
    const { stdout: list } = await jobs(database.url, "list", "--job=receipts/send", "--state=waiting")
    expect(list.match(/ {2}waiting {4}now {7}receipts\/send/g)).toHaveLength(2)
    const again = await jobs(database.url, "retry", "--job=receipts/send")
    expect(again.stdout).toBe("0 dead jobs of receipts/send wait again\n")
  })

  it("cancels, shows and retries one job", async () => {
    const { stdout: list } = await jobs(database.url, "list", "--job=receipts/send", "--state=waiting")
    const [id = ""] = uuid.exec(list) ?? []
    expect((await jobs(database.url, "cancel", id)).stdout).toBe(`${id} is cancelled\n`)
    expect((await jobs(database.url, "show", id)).stdout).toMatch(/^state {5}cancelled$/m)
    expect(await jobs(database.url, "cancel", id)).toMatchObject({ code: 1 })
    expect((await jobs(database.url, "retry", id)).stdout).toBe(`${id} waits again\n`)
    expect((await jobs(database.url, "show", id)).stdout).toMatch(/^state {5}waiting$/m)
    const unknown = await jobs(database.url, "show", "00000000-0000-4000-8000-000000000000")
    expect(unknown).toMatchObject({ code: 1, stdout: "" })
  })
})

describe("jobs queues, pause, resume and delete", () => {
  it("pauses and resumes jobs of a name, and shows it", async () => {
    expect((await jobs(database.url, "pause", "receipts/mail")).stdout).toBe("receipts/mail is paused\n")
    const { stdout } = await jobs(database.url, "queues")
    expect(stdout).toMatch(/^ WAITING {3}RUNNING {6}DEAD {4}OLDEST {2}JOB$/m)
    expect(stdout).toMatch(/^ {7}1 +0 +0 {2}.* receipts\/mail \(paused\)$/m)
    expect((await jobs(database.url, "resume", "receipts/mail")).stdout).toBe("receipts/mail is resumed\n")
    expect((await jobs(database.url, "queues")).stdout).not.toContain("(paused)")
  })

  it("deletes one job, and all jobs of a name in a state", async () => {
    const { stdout: list } = await jobs(database.url, "list", "--job=receipts/mail", "--state=waiting")
    const [id = ""] = uuid.exec(list) ?? []
    expect((await jobs(database.url, "delete", id)).stdout).toBe(`${id} is deleted\n`)
    expect(await jobs(database.url, "delete", id)).toMatchObject({ code: 1 })
    const all = await jobs(database.url, "delete", "--job=receipts/send", "--state=done")
    expect(all.stdout).toBe("1 done job of receipts/send is deleted\n")
    expect((await jobs(database.url, "list", "--job=receipts/send", "--state=done")).stdout).toBe("(none)\n")
  })
})
