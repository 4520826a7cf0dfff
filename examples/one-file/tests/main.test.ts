import { execFile, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compileCache } from "../../../scripts/suite/compile-cache.ts"

const example = join(import.meta.dirname, "..")
const root = join(example, "../..")
const source = readFileSync(join(example, "src/main.ts"), "utf8")
const readme = readFileSync(join(root, "README.md"), "utf8")

// Inside the example, so that `trivet` is found.
const folder = mkdtempSync(join(example, ".test-"))
const env = {
  ...process.env,
  ...compileCache,
  TASKS_FILE: join(folder, "tasks.json"),
  PORT: "0",
  NO_COLOR: "1",
}
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly code: number
  readonly output: string
}

function end(program: string, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
    )
  })
}

/** Runs a file to its end. */
function runNode(file: string, ...args: readonly string[]): Promise<Ended> {
  return end(process.execPath, "--conditions=@trivet/source", file, ...args)
}

/** The example with one change, as a file of its own. */
function changed(name: string, from: string, to: string): string {
  expect(source).toContain(from)
  const file = join(folder, name)
  writeFileSync(file, source.replace(from, to))
  return file
}

describe("examples/one-file", () => {
  const main = join(example, "src/main.ts")
  const child = spawn(process.execPath, ["--conditions=@trivet/source", main], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  let url = ""
  beforeAll(async () => {
    for await (const line of createInterface(child.stdout)) {
      url = /listening on (http:[^\s"]+)/.exec(line)?.[1] ?? ""
      break
    }
  })
  afterAll(() => void child.kill())

  it("takes a task, and rejects what is none", async () => {
    const task = { title: "Read the README", priority: 2 }
    const ask = (body: object) => fetch(`${url}/tasks`, { method: "POST", body: JSON.stringify(body) })
    const created = await ask(task)
    expect([created.status, await created.json()]).toEqual([201, task])
    expect((await ask({ priority: 2 })).status).toBe(400)
    expect((await ask({ title: "Too urgent", priority: 9 })).status).toBe(400)
    expect(await (await fetch(`${url}/tasks/1`)).json()).toEqual(task)
    expect((await fetch(`${url}/tasks/2`)).status).toBe(404)
  })

  it("lists by a command what was added over HTTP", async () => {
    const { code, output } = await runNode(main, "list")
    expect([code, output]).toEqual([0, "TITLE            PRIORITY\nRead the README  2\n"])
    expect(JSON.parse((await runNode(main, "list", "--json")).output)).toHaveLength(1)
  })
})

describe("the README", () => {
  const texts = [...readme.matchAll(/^```text\n([^]*?)^```$/gm)].map((block) => block[1]!)

  it("shows this file to the letter", () => {
    expect(/^```ts\n([^]*?)^```$/m.exec(readme)?.[1]).toBe(source)
  })

  it("shows what the compiler says of the first mistake", async () => {
    const file = changed("other-parameter.ts", '"/tasks/:id", this', '"/tasks/:number", this')
    const settings = {
      extends: "../../../tsconfig.base.json",
      compilerOptions: { noEmit: true },
      files: [file],
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    const { code, output } = await end(join(root, "node_modules/.bin/tsc"), "-p", folder)
    expect(code).not.toBe(0)
    expect(output).toContain(texts[0]!.trim())
  })

  it("shows what the boot says of the second", async () => {
    const file = changed("undeclared.ts", "[TasksController, Tasks]", "[TasksController]")
    const { code, output } = await runNode(file)
    expect(code).toBe(1)
    expect(output.replace("at undeclared.ts", "at src/main.ts")).toContain(texts[1]!.trim())
  })
})
