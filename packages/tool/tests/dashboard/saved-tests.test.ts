import { execFile } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { ask, askAsPage, callsOf, type DashboardReply, develop } from "./dashboard-client.ts"
import { joinedConfig } from "../testing/joined-config.ts"
import { copyExample } from "../testing/example-copy.ts"
import { authCalls, blogCalls, type SavedCall } from "./saved-calls.ts"

// All files twice, and every bug, take ten minutes: TRIVET_LONG=1 npx vitest run packages/tool/tests/dashboard/saved-tests.test.ts
const bound = 3_600_000
const isLong = process.env["TRIVET_LONG"] === "1"
const root = join(import.meta.dirname, "../../../..")
const environment = { BCRYPT_COST: "4", DATABASE_URL: "", REDIS_URL: "" }

/** Runs saved tests in a folder as its developer would; gives the outcome of each file. */
function runSaved(folder: string, files: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const report = join(folder, "report.json")
  rmSync(report, { force: true })
  const args = [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--root",
    folder,
    "--reporter=json",
    `--outputFile=${report}`,
    "--testTimeout=300000",
    "--hookTimeout=300000",
    "--maxWorkers=2",
    ...files,
  ]
  const { VITEST: _, VITEST_MODE: __, VITEST_POOL_ID: ___, VITEST_WORKER_ID: ____, ...env } = process.env
  return new Promise((give, fail) => {
    const options = {
      cwd: folder,
      env: { ...env, ...environment, NODE_ENV: "test" },
      maxBuffer: 64 * 1024 * 1024,
    }
    execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      try {
        const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
          testResults: {
            name: string
            status: string
            message: string
            assertionResults: { failureMessages: string[] }[]
          }[]
        }
        const outcome = testResults.map(({ name, status, message, assertionResults }) => {
          const told = [message, ...assertionResults.flatMap(({ failureMessages }) => failureMessages)].join(
            "\n",
          )
          return [
            name.slice(name.indexOf("/src/") + 1),
            status === "passed" ? status : `${status}: ${told}`,
          ] as const
        })
        give(Object.fromEntries(outcome))
      } catch {
        fail(new Error(`${stdout}\n${stderr}`))
      }
    })
  })
}

/** Makes the calls of an example. Values of replies take the place of `{name}`. */
async function makeCalls(
  app: string,
  calls: readonly SavedCall[],
): Promise<Readonly<Record<string, string>>> {
  const kept: Record<string, string> = {}
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => kept[name]!)
  for (const { method, path, json, headers, status, keep = {} } of calls) {
    const reply = await ask(app + filled(path), {
      method,
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, filled(value)])),
      },
      ...(json !== undefined && { body: filled(JSON.stringify(json)) }),
    })
    expect([method, path, reply.status, reply.body]).toEqual([method, path, status, reply.body])
    for (const [name, place] of Object.entries(keep)) kept[name] = read(reply, place)
  }
  return kept
}

function read(reply: DashboardReply, place: string): string {
  const header = /^header (.*)$/.exec(place)?.[1]
  if (header === undefined) return String((JSON.parse(reply.body) as Record<string, unknown>)[place])
  return String([reply.headers[header]].flat()[0]).split(";", 1)[0]!
}

for (const [example, calls] of [
  ["auth", authCalls],
  ["blog", blogCalls],
] as const) {
  describe(`calls of examples/${example}, saved as tests`, () => {
    const folder = copyExample(example)
    let files: readonly string[] = []
    let kept: Readonly<Record<string, string>> = {}
    let afterSaving = 0

    beforeAll(async () => {
      writeFileSync(join(folder, "vitest.config.ts"), await joinedConfig())
      // PostgreSQL: PGlite would need seconds to start.
      const database = await createTestDatabase()
      const dev = await develop(folder, { ...environment, DATABASE_URL: database.url })
      try {
        kept = await makeCalls(dev.app, calls)
        const listed = await callsOf(dev.url, calls.length)
        const saved: string[] = []
        for (const { id } of listed) {
          const answer = JSON.parse((await askAsPage(dev.url, "save", { id })).body) as Record<string, string>
          if (answer["done"] === undefined) throw new Error(answer["problem"])
          saved.push(answer["done"])
        }
        files = saved
        afterSaving = (await callsOf(dev.url, calls.length)).length
      } finally {
        await dev.tool.end()
        await database.drop()
      }
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it("are one file for each, beside the controller, and saving makes no call", () => {
      expect(new Set(files).size).toBe(calls.length)
      for (const file of files) expect(file).toMatch(/^src\/[a-z-]+\/[a-z\d-]+\.saved\.test\.ts$/)
      expect(afterSaving).toBe(calls.length)
    })

    it("contain no password, token, cookie or key", () => {
      const secrets = [
        ...Object.entries(kept).flatMap(([name, value]) => (name === "id" || name === "etag" ? [] : [value])),
        "correct horse",
        "another horse",
      ]
      const all = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n")
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(8)
        expect(all).not.toContain(secret)
        expect(all).not.toContain(secret.replace(/^[^=]*=/, ""))
      }
      expect(all).not.toMatch(/eyJ\w/)
    })

    // In the short form every tenth, once.
    it("are green, and green again", { timeout: bound }, async () => {
      const run = isLong ? files : files.filter((_, at) => at % 10 === 9)
      const green = Object.fromEntries(run.map((file) => [file, "passed"]))
      expect(await runSaved(folder, run)).toEqual(green)
      if (isLong) expect(await runSaved(folder, run)).toEqual(green)
    })

    // In the short form the last of one example: its bug is in a call that it depends on.
    const tried = isLong ? calls : [calls.at(-1)!]
    it.runIf(isLong || example === "auth")(
      `are red with a bug in the handler: ${tried.length} of ${calls.length}`,
      { timeout: bound },
      async () => {
        for (const call of tried) {
          const [path, from, to] = call.bug
          const file = join(folder, "src", path)
          const whole = readFileSync(file, "utf8")
          expect([from, whole.split(from).length]).toEqual([from, 2])
          writeFileSync(
            file,
            whole.replace(from, () => to),
          )
          const saved = files[calls.indexOf(call)]!
          const outcome = await runSaved(folder, [saved])
          expect([saved, outcome[saved]]).toEqual([saved, expect.stringContaining("AssertionError")])
          writeFileSync(file, whole)
        }
      },
    )
  })
}
