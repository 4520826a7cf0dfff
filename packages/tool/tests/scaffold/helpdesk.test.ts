import { execFile } from "node:child_process"
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterEach, describe, expect, it } from "vitest"
import { freshBuild } from "../../../../scripts/packages/packed/fresh-build.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { layeredFiles, templateFiles } from "../../src/app/template-files.ts"

// Each generator: TRIVET_LONG=1 npx vitest run packages/tool/tests/scaffold/helpdesk.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const root = join(import.meta.dirname, "../../../..")

/** What the generators write, and what they say. */
const generators = {
  plain: [["module", "--name=reports", "--type=plain"], "Its pages are for signed-in users."],
  resource: [["module", "--name=orders", "--type=resource"], "only their own orders"],
  "shared resource": [["module", "--name=boards", "--type=resource", "--shared"], "all boards"],
  // It has both: nothing is changed.
  accounts: [["accounts"], "src/accounts exists already, and nothing is overwritten"],
  organisations: [["organisations"], "src/organisations exists already, and nothing is overwritten"],
} as const

// Those of the modules, and tests of the example that no generator may break. The others start programs and browsers, or read
// this repository.
const tests = ["src/**/*.test.ts", ...(isLong ? ["tests/{access,live,notices,rules}.test.ts"] : [])]

const houses: string[] = []
afterEach(() => {
  for (const house of houses.splice(0)) rmSync(house, { recursive: true })
})

/** A copy of the help desk with the settings and the scripts that `trivet app` writes. Its tests import parts of this repository. */
async function copyHelpdesk() {
  await freshBuild()
  const house = mkdtempSync(join(tmpdir(), "trivet-helpdesk-"))
  houses.push(house)
  const folder = join(house, "examples/helpdesk")
  mkdirSync(join(house, "examples"))
  for (const name of ["packages", "scripts", "node_modules", "examples/blog"])
    symlinkSync(join(root, name), join(house, name))
  cpSync(join(root, "examples/helpdesk"), folder, { recursive: true })
  for (const { path, text } of layeredFiles(["every"], "helpdesk")) writeFileSync(join(folder, path), text)
  const manifestOf = (text: string) =>
    JSON.parse(text) as { readonly scripts: Readonly<Record<string, string>> }
  const { scripts } = manifestOf(
    templateFiles("web", "helpdesk").find(({ path }) => path === "package.json")!.text,
  )
  const manifest = join(folder, "package.json")
  const own = manifestOf(readFileSync(manifest, "utf8"))
  // The tests of the example are beside `src`, and this repository checks them by its own rules.
  const all = { ...own.scripts, ...scripts, lint: `${scripts["lint"]} src` }
  writeFileSync(manifest, `${JSON.stringify({ ...own, scripts: all }, undefined, 2)}\n`)
  const resolve = '{ conditions: ["@trivet/source"] }'
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `export default {
  resolve: ${resolve},
  ssr: { resolve: ${resolve} },
  test: { include: ${JSON.stringify(tests)}, testTimeout: 60_000, hookTimeout: 60_000 },
}
`,
  )
  const programs = join(house, "programs")
  mkdirSync(programs)
  const tool = join(programs, "trivet")
  writeFileSync(tool, `#!/bin/sh\nexec node ${join(root, "packages/tool/dist/main.js")} "$@"\n`)
  chmodSync(tool, 0o755)
  const PATH = [join(root, "node_modules/.bin"), programs, process.env["PATH"]].join(delimiter)
  const settings = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"))
  const env = { ...Object.fromEntries(settings), ...compileCache, NODE_ENV: "", NO_COLOR: "1", PATH }
  return (line: string) =>
    promisify(execFile)("sh", ["-c", line], { cwd: folder, env, maxBuffer: 1 << 26 }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
        code,
        text: stdout + stderr,
      }),
    )
}

describe("the help desk", () => {
  it.each(isLong ? (Object.keys(generators) as (keyof typeof generators)[]) : (["resource"] as const))(
    "passes its checks after the generator: %s",
    async (name) => {
      const run = await copyHelpdesk()
      expect(await run("oxfmt vitest.config.ts")).toMatchObject({ code: 0 })
      const [words, said] = generators[name]
      const made = await run(`trivet g ${words.join(" ")}`)
      expect(made.text).toContain(said)
      expect(made.code).toBe(said.endsWith("nothing is overwritten") ? 2 : 0)
      // What the generator says to type.
      expect(await run("trivet routes --access > access.txt && trivet diff --write")).toMatchObject({
        code: 0,
      })
      const checked = await run("npm run check")
      expect(checked.code, checked.text).toBe(0)
      expect(checked.text).toContain("0 faults, 0 warnings")
    },
    600_000,
  )

  it("keeps its files on a volume in its compose file: the container is read-only, and another takes its place", () => {
    const [, own = ""] =
      /^ {2}helpdesk:\n((?: {4}.*\n)+)/m.exec(
        readFileSync(join(root, "examples/helpdesk/compose.yaml"), "utf8"),
      ) ?? []
    const [, folder = "none"] = /FILES_URL: folder:\/\/(\S+)/.exec(own) ?? []
    const [, mounted = "nowhere"] = /^ {4}volumes: \["files:([^"]+)"\]$/m.exec(own) ?? []
    expect(own).toContain("read_only: true")
    expect(`${folder}/`.startsWith(`${mounted}/`), `${folder} in ${mounted}`).toBe(true)
  })
})
