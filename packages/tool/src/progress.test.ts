import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "../../../scripts/reading/workspace.ts"
import { Screen } from "../../trivet/tests/terminal/screen.ts"
import { toolWords } from "../tests/testing/run-tool.ts"

const tool = [process.execPath, ...toolWords].join(" ")
const folder = mkdtempSync(join(tmpdir(), "trivet-progress-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a terminal shows of a command, at the first moment that fits and at the end. */
async function watch(line: string, during: RegExp, atEnd: RegExp): Promise<readonly [string, string]> {
  const screen = new Screen(100, 30)
  try {
    screen.type(`unset INIT_CWD; clear; cd ${folder}; ${line}; echo "exit $?"`)
    return [await screen.waitFor(during), await screen.waitFor(atEnd)]
  } finally {
    screen.close()
  }
}

describe("long work on a terminal shows what it does, and for how long", () => {
  it("while an application is created: its installation", async () => {
    // A registry that never answers: npm gives up, and the application is there without its packages.
    const env = "npm_config_registry=http://127.0.0.1:1 npm_config_fetch_retries=0 npm_config_cache=cache"
    const line = `${env} ${tool} app --name=shop --template=minimal --no-git`
    const [, ended] = await watch(line, /^ {2}installing packages with npm {1,2}\d+\.\d s/m, /^exit \d/m)
    expect(ended).toMatch(/shop/)
  })

  it("while fuzz calls: its phase, the phases to come, and the calls so far", async () => {
    const line = `${tool} fuzz --entry=${root}/examples/one-file/src/main.ts --seconds=5 --only="random calls,hostile inputs"`
    const phase = /^fuzz: [\w -]+, phase [12] of 2, \d+ calls, {1,2}\d+\.\d s/m
    const [, ended] = await watch(line, phase, /^exit \d/m)
    expect(ended).toContain("fuzz")
  })

  it("while PGlite makes its first database", async () => {
    const index = pathToFileURL(join(root, "packages/postgres/src/index.ts")).href
    writeFileSync(
      join(folder, "first.mjs"),
      `import { Database } from ${JSON.stringify(index)}
import { sql } from ${JSON.stringify(import.meta.resolve("kysely"))}
const db = new Database({ url: "pglite://memory" })
console.log((await sql\`select 1 as one\`.execute(db)).rows)
await db.onStop()
`,
    )
    const env = `XDG_CACHE_HOME=${folder}/cache`
    const line = `${env} ${process.execPath} --conditions=@trivet/source first.mjs`
    const [, ended] = await watch(line, /^PGlite {1,2}\d+\.\d s/m, /^exit 0/m)
    expect(ended).toContain("one: 1")
  })
})
