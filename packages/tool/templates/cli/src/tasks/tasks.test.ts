import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const main = join(import.meta.dirname, "../main.ts")

describe("my-app tasks", () => {
  let folder = ""
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "my-app-"))
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Runs the program as a person would, in a process of its own. */
  function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    return new Promise((done) => {
      const env = { ...process.env, TASKS_FILE: join(folder, "tasks.json") }
      const child = execFile(
        process.execPath,
        [...process.execArgv, main, ...args],
        { env },
        (_, stdout, stderr) => done({ code: child.exitCode ?? 1, stdout, stderr }),
      )
    })
  }

  it("adds tasks, lists what is open and finishes them", async () => {
    await run("tasks", "add", "Buy milk")
    await run("tasks", "add", "Bake bread")
    const finished = await run("tasks", "done", "1", "--json")
    expect(JSON.parse(finished.stdout)).toEqual({ id: 1, title: "Buy milk", done: true })
    const open = await run("tasks", "list", "--json")
    expect(JSON.parse(open.stdout)).toEqual([{ id: 2, title: "Bake bread", done: false }])
    const all = await run("tasks", "list", "--all")
    expect(all.stdout).toBe("ID  TITLE       DONE\n1   Buy milk    true\n2   Bake bread  false\n")
  })

  it("says in one line what is wrong", async () => {
    expect(await run("tasks", "done", "7")).toEqual({
      code: 1,
      stdout: "",
      stderr: "my-app: there is no task 7\n",
    })
    expect(await run("tasks", "done", "milk")).toMatchObject({ code: 2, stdout: "" })
    expect(await run("tasks", "lst")).toMatchObject({ code: 2, stdout: "" })
  })

  it("tells of a file that it cannot read, and leaves it as it is", async () => {
    await writeFile(join(folder, "tasks.json"), "not JSON")
    expect(await run("tasks", "add", "Buy milk")).toMatchObject({ code: 1, stdout: "" })
    expect(await readFile(join(folder, "tasks.json"), "utf8")).toBe("not JSON")
  })
})
