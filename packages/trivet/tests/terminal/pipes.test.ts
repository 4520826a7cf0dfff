import { describe, expect, it } from "vitest"
import { runProgram, runShell } from "./run-program.ts"

describe("a program in pipes", () => {
  it("prints tables, fields, texts, nothing, and JSON", async () => {
    const table = await runProgram(["posts", "list", "--limit", "2"])
    expect(table).toEqual({
      code: 0,
      stdout:
        'ID  TITLE                          TAGS       DRAFT\n1   A trivet stands on three legs  ["a","b"]  false\n2   Why it never wobbles           ["b"]      false\n',
      stderr: "",
    })
    expect((await runProgram(["posts/show", "2"])).stdout).toContain("title  Why it never wobbles\n")
    expect((await runProgram(["text"])).stdout).toBe("as\tit is\n")
    expect(await runProgram(["nothing"])).toEqual({ code: 0, stdout: "", stderr: "" })
    expect((await runProgram(["empty"])).stdout).toBe("(none)\n")
    const json = await runProgram(["posts", "list", "--json", "-l", "1"])
    expect(JSON.parse(json.stdout)).toEqual([
      { id: 1, title: "A trivet stands on three legs", tags: ["a", "b"], draft: false },
    ])
  })

  it("gives commands their options: defaults, choices, lists, switches", async () => {
    const ids = async (...args: string[]) =>
      (JSON.parse((await runProgram(["posts", "list", "--json", ...args])).stdout) as { id: number }[]).map(
        ({ id }) => id,
      )
    expect(await ids()).toEqual([1, 2, 3])
    expect(await ids("--all", "--order=newest")).toEqual([4, 3, 2, 1])
    expect(await ids("--tag", "a", "--tag", "b")).toEqual([1, 3])
  })

  it("wraps commands in middlewares", async () => {
    expect((await runProgram(["any", "--timed", "yes"])).stdout).toBe(
      'took   a moment\nvalue  {"timed":"yes"}\n',
    )
    expect(await runProgram(["admin", "reset"])).toEqual({ code: 1, stdout: "", stderr: "app: Forbidden\n" })
  })

  it("ends with 1 on a fault, and says it on standard error", async () => {
    expect(await runProgram(["fail"])).toEqual({ code: 1, stdout: "", stderr: "app: it did not work\n" })
    expect(await runProgram(["fail", "--how", "public"])).toMatchObject({
      code: 1,
      stderr: "app: taken already\n",
    })
    expect(await runProgram(["posts", "show", "9"])).toMatchObject({
      code: 1,
      stderr: "app: Post not found\n",
    })
    expect(await runProgram(["broken"])).toEqual({
      code: 1,
      stdout: "first\n",
      stderr: "app: the source dried up\n",
    })
    const debug = await runProgram(["fail"], { env: { DEBUG: "1" }, fromSource: true })
    expect(debug.stderr).toContain("program.ts:")
  })

  it("prints the result of a command that failed, and ends with 1", async () => {
    const { code, stdout, stderr } = await runProgram(["verdict", "--json"])
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" })
    expect(JSON.parse(stdout)).toEqual([{ fault: "one" }, { fault: "two" }])
  })

  it.each([
    ["serve --port abc", '--port takes a whole number, not "abc"'],
    ["serve", "the option --port is missing"],
    ["serve --port 1 --hots x", "Did you mean --host?"],
    ["serve --port 0", "port"],
    ["posts list --limit 101", "limit"],
    ["posts show", "the argument <id> is missing"],
    ["posts lisst", 'Did you mean "posts list"?'],
    ["add 1", "the argument <b> is missing"],
  ])("ends %j with 2 and one line that says what to type", async (line, part) => {
    const { code, stdout, stderr } = await runProgram(line.split(" "))
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
    expect(stderr).toMatch(/^app: [^\n]+(?:Type: |Did you mean )[^\n]+\n$/)
    expect(stderr).toContain(part)
  })

  it("shows the help of every command", async () => {
    const { stdout } = await runProgram(["--help"])
    const section = /Commands:\n([^]*?)\n\n/.exec(stdout)![1]!
    const usages = section.split("\n").map((line) => line.trim().split(/ {2,}/)[0]!)
    expect(usages).toHaveLength(24)
    const helps = usages.map(async (usage) => {
      const words = usage.split(" ").map((word) => (word.startsWith("<") ? "x" : word))
      expect(await runProgram([...words, "--help"])).toMatchObject({
        code: 0,
        stderr: "",
        stdout: expect.stringContaining(`Usage: app ${usage} [options]`) as string,
      })
    })
    await Promise.all(helps)
  })

  it("starts services for a command, and for nothing else", async () => {
    const env = { SHOW_START: "1" }
    expect((await runProgram(["text"], { env })).stderr).toBe("started\nstopped\n")
    expect((await runProgram(["--help"], { env })).stderr).toBe("")
    expect((await runProgram(["nope"], { env })).stderr).not.toContain("started")
  })

  it("keeps its log out of its output", async () => {
    const { stdout, stderr } = await runProgram(["log"])
    expect(stdout).toBe("the result\n")
    expect(JSON.parse(stderr)).toMatchObject({ msg: "a line of the log" })
    expect((await runProgram(["log"], { env: { LOG_LEVEL: "error" } })).stderr).toBe("")
  })

  it("reads standard input as the body", async () => {
    expect((await runProgram(["cat"], { input: "from a pipe\n" })).stdout).toBe("from a pipe\n")
  })

  it("shows no bar and no colors", async () => {
    const { stdout, stderr } = await runProgram(["slow"])
    expect({ stdout, stderr }).toEqual({ stdout: "done\n", stderr: "" })
    expect(await runProgram(["steps"])).toEqual({ code: 0, stdout: "done\n", stderr: "" })
    expect((await runProgram(["--help"])).stdout).not.toContain("\u001b")
    expect((await runProgram(["posts", "list", "--color"])).stdout).toContain("\u001b[1m")
  })

  it.each(["endless", "chatter"])("ends %s at once when its reader has seen enough", async (name) => {
    const began = performance.now()
    const { stdout, stderr } = await runShell(`app ${name} | head -1`)
    expect(stdout.split("\n")).toHaveLength(2)
    expect(stderr).toBe("")
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  it("says that a disk is full, and ends with 1", async () => {
    for (const line of ["app posts list", "app endless", "app chatter", "app --help"]) {
      const { code, stderr } = await runShell(`${line} > /dev/full`)
      expect({ line, code, stderr }).toEqual({
        line,
        code: 1,
        stderr: "app: the output could not be written: no space is left on the device\n",
      })
    }
  })

  it("ends as it should when nobody can be told", async () => {
    expect((await runShell("app fail 2> /dev/full")).code).toBe(1)
    expect((await runShell("app nope 2>&-")).code).toBe(2)
    expect((await runShell("app posts list > /dev/full 2> /dev/full")).code).toBe(1)
  })

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("asks the command to stop on %s, and ends with %i", async (signal, code) => {
    const ended = await runProgram(["wait"], { kill: [signal, "waiting\n"] })
    expect(ended).toEqual({ code, stdout: "stopped early\n", stderr: "waiting\n" })
  })
})
