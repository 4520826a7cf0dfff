import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { tree } from "../../../reading/tree.ts"
import { createWorkCopy } from "./create-work-copy.ts"

afterEach(() => vi.unstubAllEnvs())

describe("createWorkCopy", () => {
  it("copies what Git does not ignore, and removes it", () => {
    const workspace = tree({ "a/b.ts": "1", ".gitignore": "*.log", "c.log": "2" })
    execFileSync("git", ["init", "--quiet"], { cwd: workspace })
    const copy = createWorkCopy(workspace)
    expect(readFileSync(join(copy.folder, "a/b.ts"), "utf8")).toBe("1")
    expect(existsSync(join(copy.folder, "c.log"))).toBe(false)
    copy.remove()
    expect(existsSync(copy.folder)).toBe(false)
  })

  it("leaves nothing behind where copying fails half-way", () => {
    const workspace = tree({ "a.ts": "1", ".gitignore": "node_modules" })
    execFileSync("git", ["init", "--quiet"], { cwd: workspace })
    symlinkSync("/nowhere", join(workspace, "node_modules"))
    const temporary = tree({})
    vi.stubEnv("TMPDIR", temporary)
    expect(() => createWorkCopy(workspace)).toThrow("ENOENT")
    expect(readdirSync(temporary)).toEqual([])
  })
})
