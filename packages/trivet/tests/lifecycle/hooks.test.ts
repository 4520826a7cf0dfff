import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "trivet-hooks-"))
afterAll(() => rmSync(folder, { recursive: true }))

const program = join(import.meta.dirname, "programs/hooks.ts")
const tool = join(import.meta.dirname, "../../../tool/src/main.ts")

/** The hooks that ran in each process, in the order in which the processes began. */
type Hooks = readonly (readonly string[])[]

/** Runs a program to its end. One that serves is stopped as soon as it says where it listens. */
async function hooksOf(way: string, ...args: readonly string[]): Promise<Hooks> {
  const file = join(folder, way)
  writeFileSync(file, "")
  const child = spawn(process.execPath, ["--conditions=@trivet/source", ...args], {
    env: { ...process.env, HOOKS: file, WAY: way, NODE_ENV: "test" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  let printed = ""
  let stopped = false
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text
    // Once: a second signal ends a process at once.
    if (!stopped && printed.includes("listening on")) stopped = child.kill("SIGTERM")
  })
  const code = await new Promise((ended) => child.once("exit", ended))
  expect(code, printed).toBe(0)
  const processes = new Map<string, string[]>()
  for (const line of readFileSync(file, "utf8").trimEnd().split("\n")) {
    const [pid = "", hook] = line.split(" ")
    if (hook !== undefined) processes.set(pid, [...(processes.get(pid) ?? []), hook])
  }
  return [...processes.values()]
}

// The table of docs/learn/lifecycle.md.
const cells: readonly (readonly [way: string, hooks: Hooks])[] = [
  ["serve", [["onStart", "onServe", "onStop"]]],
  [
    "workers",
    [
      ["onStart", "onStop"],
      ["onStart", "onServe", "onStop"],
    ],
  ],
  ["fetch", [["onStart", "onServe", "onStop"]]],
  ["listener", [["onStart", "onServe", "onStop"]]],
  ["command", [["onStart", "onStop"]]],
  ["test", [["onStart", "onStop"]]],
]

describe("the hooks that run", () => {
  it.each(cells)("in a process that is started by: %s", async (way, hooks) => {
    expect(await hooksOf(way, program)).toEqual(hooks)
  })

  it.each([["check"], ["routes"], ["explain", "GET", "/"]])(
    "in `trivet %s`: none",
    async (...args: readonly string[]) => {
      expect(await hooksOf(args[0]!, tool, ...args, "--entry", program)).toEqual([])
    },
  )
})
