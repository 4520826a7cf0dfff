import { type ChildProcess, execFile, spawn } from "node:child_process"
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
const env = { ...process.env, ...compileCache, PORT: "0", NO_COLOR: "1" }
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

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

/** Starts the program, and gives its address. It ends with the tests. */
function start(): Promise<string> {
  const child = spawn(process.execPath, ["--conditions=@trivet/source", join(example, "src/main.ts")], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  })
  children.push(child)
  const lines = createInterface(child.stdout)
  return new Promise((resolve) => {
    // Goes on reading: a pipe that is not read would stop the program.
    lines.on("line", (line) => {
      const url = /listening on (http:[^\s"]+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
  })
}

describe("examples/one-file", () => {
  let url = ""
  beforeAll(async () => void (url = await start()))

  it("takes a task, and rejects what is none", async () => {
    const ask = (body: object) => fetch(`${url}/tasks`, { method: "POST", body: JSON.stringify(body) })
    const created = await ask({ title: "Take a task" })
    expect([created.status, await created.json()]).toEqual([201, { id: 1, title: "Take a task" }])
    expect((await ask({ title: "a".repeat(201) })).status).toBe(400)
    expect(await (await fetch(`${url}/tasks/1`)).json()).toEqual({ title: "Take a task" })
    expect((await fetch(`${url}/tasks/2`)).status).toBe(404)
  })
})

describe("the README", () => {
  const texts = [...readme.matchAll(/^```text\n([^]*?)^```$/gm)].map((block) => block[1]!)

  it("shows this file to the letter", () => {
    expect(/^```ts\n([^]*?)^```$/m.exec(readme)?.[1]).toBe(source)
  })

  describe("its commands", () => {
    const typed = [...readme.matchAll(/^```console\n([^]*?)^```$/gm)]
      .flatMap((block) => block[1]!.split(/^\$ /m).slice(1))
      .map((part) => part.split("\n").filter((line) => line !== "") as [string, ...string[]])
    let url = ""
    beforeAll(async () => void (url = await start()))

    it("are three", () => expect(typed).toHaveLength(3))
    it.each(typed)("%s", async (command, ...reply) => {
      const { code, output } = await end("sh", "-c", `${command.replace("localhost:3000", url)} -s`)
      expect([code, output]).toEqual([0, reply.join("\n")])
    })
  })

  it("shows what the compiler says of a renamed parameter", async () => {
    const file = changed("other-parameter.ts", '"/tasks/:id", this', '"/tasks/:number", this')
    const settings = {
      extends: "../../../tsconfig.base.json",
      compilerOptions: { noEmit: true },
      files: [file],
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings))
    const { code, output } = await end(join(root, "node_modules/.bin/tsc"), "-p", folder)
    expect(code).not.toBe(0)
    expect(output).toContain(texts[1]!.trim())
  })

  it("shows what the boot says of a forgotten service", async () => {
    const file = changed("undeclared.ts", "[TasksController, Tasks]", "[TasksController]")
    const { code, output } = await runNode(file)
    expect(code).toBe(1)
    expect(output.replace("at undeclared.ts", "at src/main.ts")).toContain(texts[0]!.trim())
  })
})
