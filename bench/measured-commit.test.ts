import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { measuredCommit } from "./measured-commit.ts"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-measured-commit-"))
})
afterEach(() => rmSync(folder, { recursive: true }))

const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    cwd: folder,
    encoding: "utf8",
  }).trim()

it("names the commit, and says if its files were changed, except by figures", () => {
  expect(measuredCommit(folder)).toBeUndefined()
  git("init", "--quiet")
  mkdirSync(join(folder, "bench/results"), { recursive: true })
  writeFileSync(join(folder, "server.ts"), "one")
  writeFileSync(join(folder, "bench/results/http.json"), "{}")
  git("add", ".")
  git("commit", "--quiet", "-m", "One")
  const commit = git("rev-parse", "HEAD").slice(0, 8)
  expect(measuredCommit(folder)).toBe(commit)
  writeFileSync(join(folder, "bench/results/http.json"), "{ }")
  expect(measuredCommit(folder)).toBe(commit)
  writeFileSync(join(folder, "server.ts"), "two")
  expect(measuredCommit(folder)).toBe(`${commit} with changes`)
})
