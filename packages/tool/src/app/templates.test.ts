import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { leaveOutSample } from "./leave-out-sample.ts"
import { templateFiles, type TemplateName, templates } from "./template-files.ts"

const root = join(import.meta.dirname, "../../../..")
const names = Object.keys(templates) as TemplateName[]

interface Manifest {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function filesOf(template: TemplateName): ReadonlyMap<string, string> {
  return new Map(templateFiles(template, "my-app").map(({ path, text }) => [path, text]))
}

function manifestOf(template: TemplateName): Manifest {
  return JSON.parse(filesOf(template).get("package.json")!) as Manifest
}

/** The packages that a template's sources import. */
function imports(template: TemplateName, isTest: boolean): ReadonlySet<string> {
  const sources = [...filesOf(template)].filter(
    ([path]) => path.endsWith(".ts") && (/\.test\.ts$|\/testing\//.test(path) ? isTest : !isTest),
  )
  const found = sources.flatMap(([, text]) =>
    [...text.matchAll(/ from "([^.][^"]*)"/g)].map(([, from]) => from!),
  )
  return new Set(
    found.filter((from) => !from.startsWith("node:")).map((from) => /^(?:@[^/]+\/)?[^/]+/.exec(from)![0]),
  )
}

describe.each(names)("the template %s", (template) => {
  const files = filesOf(template)
  const manifest = manifestOf(template)

  it("has all that a project needs", () => {
    const wanted = [".env.example", ".gitignore", ".oxfmtrc.json", ".oxlintrc.json", "AGENTS.md", "README.md"]
    expect([...files.keys()]).toEqual(expect.arrayContaining([...wanted, "package.json", "tsconfig.json"]))
    for (const script of ["dev", "start", "test", "typecheck", "lint", "format", "check"])
      expect(Object.keys(manifest.scripts)).toContain(script)
    expect([...files.keys()].filter((path) => path.endsWith(".test.ts")).length).toBeGreaterThan(0)
  })

  it("lists the packages that it imports, and no others", () => {
    expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...imports(template, false)].toSorted())
    const known = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(Object.keys(known)).toEqual(expect.arrayContaining([...imports(template, true)]))
    // So that the short form of the walk may share what is installed.
    const all = { ...manifestOf("api").dependencies, ...manifestOf("api").devDependencies }
    expect(all).toMatchObject(known)
  })

  it("pins the versions that are tested here", () => {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, { version?: string; resolved?: string }>
    }
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      const locked = lock.packages[`node_modules/${name}`]
      const found = locked?.version ?? lock.packages[locked?.resolved ?? ""]?.version
      expect(`${name} ${version}`).toBe(`${name} ${found}`)
    }
  })

  it("names in AGENTS.md only scripts that there are", () => {
    const named = files.get("AGENTS.md")!.matchAll(/^npm run ([\w:]+)/gm)
    for (const [, script] of named) expect(Object.keys(manifest.scripts)).toContain(script)
  })

  it("is formatted and linted by the same rules as its application", () => {
    const unbound = /\n( {4}\/\/ .*\n)+ {4}"typescript\/unbound-method": "off"/
    expect(files.get(".oxlintrc.json")).toMatch(unbound)
    const here = JSON.parse(readFileSync(join(root, ".oxfmtrc.json"), "utf8")) as Record<string, unknown>
    const there = JSON.parse(files.get(".oxfmtrc.json")!) as Record<string, unknown>
    for (const rule of ["semi", "printWidth", "sortPackageJson", "embeddedLanguageFormatting"])
      expect(there[rule]).toBe(here[rule])
  })
})

describe("the Dockerfile of a template", () => {
  // Read, not built: that needs a container engine.
  const lines = filesOf("api")
    .get("Dockerfile")!
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => /^([A-Z]+) +(.*)$/.exec(line)?.slice(1) as [string, string])
  const stages = lines.reduce<[string, string][][]>(
    (found, line) =>
      line[0] === "FROM" ? [...found, [line]] : [...found.slice(0, -1), [...found.at(-1)!, line]],
    [],
  )
  const last = stages.at(-1)!

  it("has two stages, and the last has no package manager's leftovers", () => {
    expect(stages).toHaveLength(2)
    expect(stages[0]!.map(([word]) => word)).toEqual(["FROM", "WORKDIR", "COPY", "RUN"])
    expect(stages[0]!.find(([word]) => word === "RUN")?.[1]).toMatch(/^npm ci --omit=dev --ignore-scripts/)
    expect(last.some(([word]) => word === "RUN")).toBe(false)
    for (const [word, rest] of last.filter(([one, text]) => one === "COPY" && text.includes("--from=")))
      expect([word, rest]).toEqual(["COPY", expect.stringContaining("--from=packages /app/node_modules")])
  })

  it("copies only what .dockerignore lets through, and no secret", () => {
    const ignore = filesOf("api").get(".dockerignore")!.split("\n")
    expect(ignore).toContain("*")
    const copied = lines
      .filter(([word, rest]) => word === "COPY" && !rest.includes("--from="))
      .flatMap(([, rest]) => rest.split(" ").slice(0, -1))
    for (const path of copied) expect(ignore).toContain(`!${path}`)
    expect(copied).not.toContain(".")
  })

  it("runs as nobody special, node itself, with a health check that tells", async () => {
    const word = (name: string) => last.filter(([one]) => one === name).map(([, rest]) => rest)
    expect(word("USER")).toEqual(["node"])
    expect(word("CMD")).toEqual(['["node", "src/main.ts"]'])
    expect(last.findIndex(([one]) => one === "USER")).toBeLessThan(last.findIndex(([one]) => one === "CMD"))
    const [check = ""] = word("HEALTHCHECK")
    const command = JSON.parse(/CMD (\[.*\])$/.exec(check)![1]!) as string[]
    expect(command.slice(0, 2)).toEqual(["node", "-e"])
    // The command itself, against a server that is well, one that is not, and none.
    let status = 200
    const server = createServer(({ url }, response) =>
      response.writeHead(url === "/health/live" ? status : 404).end(),
    )
    await once(server.listen(0, "127.0.0.1"), "listening")
    const PORT = String((server.address() as AddressInfo).port)
    const health = async (env: NodeJS.ProcessEnv = {}) => {
      const child = spawn(process.execPath, command.slice(1), { env: { PORT, ...env } })
      return ((await once(child, "exit")) as [number])[0]
    }
    expect(await health()).toBe(0)
    status = 503
    expect(await health()).toBe(1)
    server.close()
    expect(await health()).toBe(1)
    // A runner of jobs does not listen.
    expect(await health({ TRIVET_ONLY: "job" })).toBe(0)
  })
})

describe("templates and examples", () => {
  const folders = {
    api: "packages/tool/templates/api/src",
    web: "packages/tool/templates/web/src",
    auth: "examples/auth/src",
    blog: "examples/blog/src",
  }
  const textOf = (folder: keyof typeof folders, path: string) =>
    readFileSync(join(root, folders[folder], path), "utf8")

  it.each([
    "database/is-uuid.ts",
    "database/migrations/001-users.ts",
    "login/login-dto.ts",
    "users/current-user.ts",
    "users/register-dto.ts",
  ])("the API has %s of the example auth", (path) => {
    expect(textOf("api", path)).toBe(textOf("auth", path))
  })

  // Pages and JSON differ here, the commands of a site need its visitors, the API has a secret for tokens, and its sign-up adds a job; whatever else both templates have is the same in both.
  const differ =
    /^(?:main|cli|app-module|settings|credentials\/credentials-module|access\.test|testing\/access|(?:login|notes)\/.*(?:controller|module|\.test)|users\/(?:registration|users-module|users-store)|database\/database-module)\b/

  it("the site has all but its pages of the API", () => {
    const both = globSync("**/*.ts", { cwd: join(root, folders.web) }).filter(
      (path) => existsSync(join(root, folders.api, path)) && !differ.test(path),
    )
    expect(both.length).toBeGreaterThan(12)
    for (const path of both) expect(textOf("web", path), path).toBe(textOf("api", path))
  })

  // Where an example does more, the snapshot says how much more. When this fails, one of the two was changed: see whether
  // the other should be, and then write the snapshot anew (`npx vitest run packages/tool/src/app/templates.test.ts -u`).
  it("differ elsewhere only in what is written down", async () => {
    const alike = [
      ["api", "auth", "limits/limits-module.ts"],
      ["api", "auth", "login/login-module.ts"],
      ["api", "auth", "redis/redis-module.ts"],
      ["api", "auth", "users/user.ts"],
      ["api", "auth", "users/users-module.ts"],
      ["api", "auth", "users/users-store.ts"],
      ["web", "blog", "site/assets-controller.ts"],
      ["web", "blog", "site/signed-in.ts"],
      ["web", "blog", "site/site-options.ts"],
    ] as const
    const told = alike.flatMap(([template, example, path]) => {
      const [ours, theirs] = [linesOf(textOf(template, path)), linesOf(textOf(example, path))]
      return [
        `${path}: template ${template}, example ${example}`,
        ...ours.filter((line) => !theirs.includes(line)).map((line) => `  template: ${line}`),
        ...theirs.filter((line) => !ours.includes(line)).map((line) => `  example:  ${line}`),
      ]
    })
    await expect(`${told.join("\n")}\n`).toMatchFileSnapshot("../../tests/testing/templates-and-examples.txt")
  })
})

/** The lines that say something to a compiler: comments may be worded for their readers. */
function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:\/\/|\/?\*)/.test(line))
}

describe.each(["api", "web", "cli"] as const)("the template %s without its sample", (template) => {
  const whole = templateFiles(template, "my-app")
  const empty = leaveOutSample(whole, template, "my-app")

  it("has no trace of it", () => {
    const sample = template === "cli" ? /tasks?\b/i : /\bnotes?\b/i
    // Instructions name features that somebody may add, and errors that a route may have.
    const traces = empty
      .filter(({ path }) => path !== "AGENTS.md")
      .flatMap(({ path, text }) => text.split("\n").map((line) => `${path}: ${line}`))
      .filter((line) => sample.test(line) && !/trivet g module --name=tasks|Note:/.test(line))
    expect(traces).toEqual([])
  })

  it("changes a few files and keeps the others", () => {
    const before = new Map(whole.map(({ path, text }) => [path, text]))
    const changed = empty.filter(({ path, text }) => before.get(path) !== text).map(({ path }) => path)
    expect(changed).toMatchSnapshot()
  })
})
