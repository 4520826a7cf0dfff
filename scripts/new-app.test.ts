import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { root } from "./reading/workspace.ts"

const folder = mkdtempSync(join(tmpdir(), "trivet-new-"))
mkdirSync(join(folder, "apps"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs npm as a person would who is in a folder. */
function npm(cwd: string, ...args: readonly string[]) {
  const { INIT_CWD: _, ...env } = process.env
  return promisify(execFile)("npm", args, { cwd, env: { ...env, NO_COLOR: "1" } }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  )
}

describe("npm run new", () => {
  it("makes an application that runs with the clone's packages", async () => {
    const made = await npm(
      root,
      "run",
      "new",
      join(folder, "apps/my-app"),
      "--",
      "--template=cli",
      "--no-git",
    )
    expect(made.code).toBe(0)
    const app = join(folder, "apps/my-app")
    // Typed in the clone, and not beside the application.
    const [, typed] = /^ {2}cd (.*)$/m.exec(made.text) ?? []
    expect(resolve(root, typed ?? "")).toBe(app)
    const { dependencies } = JSON.parse(readFileSync(join(app, "package.json"), "utf8")) as {
      dependencies: Record<string, string>
    }
    expect(dependencies["trivet"]).toMatch(/^file:\.packages\/trivet-.*\.tgz$/)
    const ran = await npm(app, "start", "--silent", "--", "tasks", "add", "Milk", "--json")
    expect(ran.text).toContain('"title": "Milk"')
  })

  it("says what to type", async () => {
    const { code, text } = await npm(root, "run", "new")
    expect(code).toBe(2)
    expect(text).toContain("Where? Type: npm run new ../my-app")
  })
})
