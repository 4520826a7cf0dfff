import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { describe, expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const file = join(import.meta.dirname, "../src/main.ts")
const condition = "--conditions=@trivet/source"

function programOf(name: string, script: string, ...args: readonly string[]): string {
  return join(execFileSync(join(root, "scripts", script), args, { encoding: "utf8" }).trim(), name)
}

const runtimes: readonly (readonly [name: string, program: () => string, flags: readonly string[]])[] = [
  ["Node 26", () => programOf("node", "use-node", "26"), [condition]],
  ["Node 24", () => programOf("node", "use-node", "24"), [condition]],
  ["Bun", () => programOf("bun", "use-bun"), [condition]],
  ["Deno", () => programOf("deno", "use-deno"), ["run", "--allow-all", condition]],
]

/** Waits for the line that tells where it listens. */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((give, refuse) => {
    child.once("error", refuse)
    child.once("exit", (code) => refuse(new Error(`it ended with ${code} before it listened`)))
    createInterface(child.stdout!).on("line", (line) => {
      const url = /listening on (http:[^\s"]+)/.exec(line)?.[1]
      if (url !== undefined) give(url)
    })
  })
}

async function post(url: string, body: string): Promise<[number, string]> {
  const reply = await fetch(`${url}/hello`, { method: "POST", body })
  return [reply.status, await reply.text()]
}

describe("examples/hello", () => {
  it.each(runtimes)("runs without a build step, answers and stops: %s", async (_, program, flags) => {
    const child = spawn(program(), [...flags, file], {
      cwd: root,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const ended = new Promise<number | null>((end) => child.once("exit", end))
    try {
      const url = await urlOf(child)
      expect(await (await fetch(`${url}/hello/ada`)).json()).toEqual({ hello: "ada" })
      expect(await post(url, '{"name":"ada"}')).toEqual([201, '{"hello":"ada"}'])
      expect(await post(url, "{}")).toEqual([400, '{"error":"Invalid request"}'])
      expect((await fetch(`${url}/hallo`)).status).toBe(404)
      child.kill("SIGTERM")
      expect(await ended).toBe(0)
    } finally {
      child.kill("SIGKILL")
    }
  })

  it("is twenty lines at most", () => {
    expect(readFileSync(file, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(20)
  })
})
