import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compileCache } from "./run-program.ts"

const root = join(import.meta.dirname, "../../../..")
const page = readFileSync(join(root, "docs/cli.md"), "utf8")
// Inside the workspace, because packages resolve from there.
const folder = join(root, ".snippets", `cli-${process.pid}`)

const fences = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text]) => ({
  language,
  text: text!,
}))
const sessions = fences.filter(({ language }) => language === "console").flatMap(({ text }) => callsIn(text))

/** The commands of a block, each with what it must print. */
function callsIn(block: string): (readonly [line: string, output: string])[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((call) => [call.slice(0, call.indexOf("\n")), call.slice(call.indexOf("\n") + 1)])
}

describe("docs/cli.md", () => {
  beforeAll(() => {
    for (const { text } of fences.filter(({ language }) => language === "ts")) {
      const [, path] = /^\/\/ (src\/[\w-]+\.ts)\n/.exec(text) ?? []
      if (path === undefined) continue
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("shows at least a dozen calls", () => expect(sessions.length).toBeGreaterThanOrEqual(12))

  it.each(sessions)("%s", async (line, output) => {
    const program = `${process.execPath} --conditions=@trivet/source ${join(folder, "src/main.ts")}`
    const script = `app() { ${program} "$@"; }; { ${line}; } 2>&1`
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
    const { stdout } = await promisify(execFile)("bash", ["-c", script], { env }).catch(
      (failed: { stdout: string }) => failed,
    )
    expect(stdout).toBe(output)
  })
})
