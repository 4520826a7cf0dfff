import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { root } from "./reading/workspace.ts"

interface Job {
  readonly strategy?: { readonly matrix?: Readonly<Record<string, readonly unknown[]>> }
  readonly services?: object
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[]
}

function read(path: string): string {
  return readFileSync(join(root, path), "utf8")
}

const files = globSync(".github/workflows/*.yml", { cwd: root })
const jobs = Object.assign(
  {},
  ...files.map((file) => (parse(read(file)) as { jobs: object }).jobs),
) as Record<string, Job>
const commands = Object.values(jobs)
  .flatMap(({ steps }) => steps)
  .flatMap(({ run }) => run?.trim().split("\n") ?? [])
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }

/** The npm script or the file that a command runs; undefined for npm's own commands. */
function targetOf(command: string): string | undefined {
  const [program = "", ...words] = command.split(/\s+/)
  if (program !== "npm") return program
  if (words[0] === "test") return "npm test"
  return words[0] === "run"
    ? `npm ${words.find((word, index) => index > 0 && !word.startsWith("-"))}`
    : undefined
}

describe("the workflows", () => {
  it("run only scripts of package.json and files that can be executed", () => {
    const missing = commands.map(targetOf).filter((target) => {
      if (target === undefined) return false
      if (target.startsWith("npm ")) return !(target.slice(4) in scripts)
      const path = join(root, target)
      return !existsSync(path) || (process.platform !== "win32" && (statSync(path).mode & 0o111) === 0)
    })
    expect(commands.length).toBeGreaterThan(4)
    expect(missing).toEqual([])
  })

  it("run on Linux what .ci/run runs, with PostgreSQL and Redis", () => {
    expect(jobs["linux"]?.steps.map(({ run }) => run)).toContain(".ci/run")
    expect(Object.keys(jobs["linux"]?.services ?? {})).toEqual(["postgres", "redis"])
  })

  it("install on other systems as .ci/run does, and run npm test", () => {
    const [install = ""] = /^npm ci.*?(?= \|\|)/m.exec(read(".ci/run")) ?? []
    for (const job of [jobs["portable"], jobs["runtimes"]])
      expect(job?.steps.flatMap(({ run }) => run ?? [])).toContain(install)
    expect(jobs["portable"]?.steps.at(-1)?.run).toBe("npm test")
  })

  it("use the versions of Node that scripts/use-node knows, and so does .nvmrc", () => {
    const known = [...read("scripts/use-node").matchAll(/^ {2}(?:"" \| )?(\d+)\) version=/gm)].map(
      ([, major]) => Number(major),
    )
    expect(new Set(known)).toEqual(new Set([24, 26]))
    for (const job of [jobs["linux"], jobs["portable"]])
      expect(new Set(job?.strategy?.matrix?.["node"])).toEqual(new Set(known))
    expect(known).toContain(Number(read(".nvmrc")))
  })

  it("test the runtimes that scripts/tests/test-runtime.ts knows", () => {
    const known = /const runtimes = (\[.*\])/.exec(read("scripts/tests/test-runtime.ts"))?.[1]
    expect(jobs["runtimes"]?.strategy?.matrix?.["runtime"]).toEqual(JSON.parse(known ?? "[]"))
  })
})

describe("the issue forms", () => {
  it.each(globSync(".github/ISSUE_TEMPLATE/{bug,idea}.yml", { cwd: root }))(
    "%s has questions with labels",
    (file) => {
      const form = parse(read(file)) as {
        name: string
        body: { type: string; attributes: { label?: string } }[]
      }
      expect(form.name).toBeTruthy()
      for (const { type, attributes } of form.body)
        expect(type === "markdown" || attributes.label).toBeTruthy()
    },
  )
})
