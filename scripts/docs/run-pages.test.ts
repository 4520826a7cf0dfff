import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createTestDatabase } from "@trivet/postgres/testing"
import { describe, expect, it } from "vitest"
import { root } from "../reading/workspace.ts"
import { tree } from "../reading/tree.ts"
import { runnablePages, runWorkspacePage } from "./run-pages.ts"
import { pageSteps } from "./run/page-steps.ts"
import { type PageRun, runPage } from "./run/run-page.ts"
import { beginsAsShown, isShownOutput } from "./run/shown-output.ts"

// With PGlite where the pages say so: TRIVET_LONG=1 npx vitest run scripts/docs/run-pages.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const pglite = "pglite://./data"

/**
 * Runs a page, on PostgreSQL where it keeps data in a folder: PGlite takes two seconds of processor time to start, for
 * each command. packages/postgres/src/pglite/pglite.test.ts keeps data in a folder.
 */
async function runHere(path: string): Promise<PageRun> {
  if (isLong || !readFileSync(join(root, path), "utf8").includes(pglite)) return runWorkspacePage(path)
  const database = await createTestDatabase()
  try {
    return await runWorkspacePage(path, { translate: { [pglite]: database.url } })
  } finally {
    await database.drop()
  }
}

describe("the commands of the pages", () => {
  it.concurrent.each(runnablePages())("%s", async (path) => {
    const { problems } = await runHere(path)
    expect(problems.join("\n")).toBe("")
  })

  it("that are not run say why", () => {
    const reasons = runnablePages().flatMap((path) =>
      pageSteps(readFileSync(join(root, path), "utf8")).filter((step) => step.kind === "skipped"),
    )
    for (const { reason } of reasons) expect(reason.length).toBeGreaterThan(10)
  })
})

describe("runPage", () => {
  const fence = "```"
  const env = { PATH: process.env["PATH"] ?? "" }
  const run = (text: string) => runPage("a.md", text, { cwd: tree({}), env })

  it("types the commands in one shell, over the files of the page", async () => {
    const page = [
      `${fence}json\n// data/a.json\n[1]\n${fence}`,
      `${fence}console\n$ x=7; cat data/a.json\n[1]\n$ echo $x \\\n  and more\n7 and more\n${fence}`,
    ].join("\n\n")
    expect(await run(page)).toEqual({ ran: 2, skipped: [], problems: [] })
  })

  it("reports an output that is not as shown, with the page's line", async () => {
    const { problems } = await run(`# A\n\n${fence}console\n$ echo one\ntwo\n${fence}`)
    expect(problems).toEqual([expect.stringMatching(/^a\.md:4: \$ echo one\n--- shown\ntwo\n[^]*one/)])
  })

  it("reports a script that fails, and skips one that says why", async () => {
    const failing = await run(`${fence}sh\nfalse\n${fence}`)
    expect(failing.problems).toEqual([expect.stringContaining("(exit 1)")])
    const skipped = await run(`<!-- not run: needs a cluster -->\n\n${fence}sh\nfalse\n${fence}`)
    expect(skipped).toEqual({
      ran: 0,
      skipped: [expect.objectContaining({ reason: "needs a cluster" })],
      problems: [],
    })
  })
})

describe("shown output", () => {
  it.each([
    ["one\n", "one\n", true],
    ["one\n", "one\ntwo\n", false],
    ["a … c\n", "a b c\n", true],
    ["a … c\n", "a b\nc\n", false],
    ["first\n…\nlast\n", "first\nx\ny\nlast\n", true],
    ["first\n…\n", "other\n", false],
    ["a.c\n", "abc\n", false],
  ])("%j shows %j: %s", (shown, output, expected) => expect(isShownOutput(shown, output)).toBe(expected))

  it("may be the beginning of a server's log", () => {
    expect(beginsAsShown("one\n", "one\ntwo\n")).toBe(true)
    expect(beginsAsShown("two\n", "one\ntwo\n")).toBe(false)
  })
})
