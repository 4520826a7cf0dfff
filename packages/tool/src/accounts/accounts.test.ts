import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { runTool } from "../../tests/testing/run-tool.ts"
import { createTemplateApp, type TemplateApp } from "../../tests/testing/template-app.ts"
import { addPackages } from "./add-packages.ts"
import { editFile } from "../edit/text-edit.ts"

let app: TemplateApp
const tool = (...args: readonly string[]) => runTool(args, { cwd: app.folder })
const textOf = (path: string) => readFileSync(join(app.folder, path), "utf8")

/** Everything of the application, as texts. */
function contents(): Readonly<Record<string, string>> {
  const files = globSync("{.env.example,*.json,src/**/*.ts}", { cwd: app.folder })
  return Object.fromEntries(files.map((path) => [path, textOf(path)]))
}

/** What must hold of an application after it got its accounts. */
async function expectSound(): Promise<void> {
  expect(await app.run("typescript/bin/tsc", ["--noEmit"])).toEqual({ code: 0, text: "" })
  expect(await app.run("oxfmt/bin/oxfmt", ["--check", "src"])).toMatchObject({ code: 0 })
  expect(await app.run("oxlint/bin/oxlint", ["--deny-warnings", "src"])).toMatchObject({ code: 0 })
  expect(await tool("check", "--strict")).toMatchObject({ code: 0, stdout: "0 faults, 0 warnings\n" })
}

// All tests of the applications: TRIVET_LONG=1 npx vitest run packages/tool/src/accounts. In the short form those of accounts,
// and of what they change; tests/scaffold/walk.test.ts runs the others.
const tests = process.env["TRIVET_LONG"] === "1" ? [] : ["src/accounts/", "src/login/", "src/access.test.ts"]

/** Runs tests of the application: those of accounts, and those that it had before. */
async function expectTests(): Promise<void> {
  const args = ["run", "--no-isolate", "--maxWorkers=1", "--testTimeout=30000", "--hookTimeout=60000"]
  // Those that follow a mail run on PGlite, and so does the template without accounts.
  const server = await createTestDatabase()
  const env = { NO_COLOR: "1", TEST_DATABASE_URL: server.url }
  const { code, text } = await app.run("vitest/vitest.mjs", [...args, ...tests], env)
  await server.drop()
  expect(text).toMatch(tests.length === 0 ? /Test Files +6 passed/ : /Test Files +4 passed/)
  expect(code).toBe(0)
}

/** Changes that another one overtakes at the worst moment, which two processes find only now and then. */
const overtaken = `import { OneTimeTokens, Revocations } from "@trivet/auth"
import { afterAll, beforeAll, expect, it } from "vitest"
import { DeletionService } from "./accounts/deletion-service.ts"
import { OwnPassword } from "./accounts/own-password.ts"
import { PasswordService } from "./accounts/password-service.ts"
import { createApi, signUp } from "./testing/create-api.ts"
import { UsersStore } from "./users/users-store.ts"

const known = "correct horse"
const client = { address: "127.0.0.1" }
let app
beforeAll(async () => {
  app = await createApi()
}, 60_000)
afterAll(() => app.stop())

async function newUser(email) {
  await signUp(app, email)
  return app.get(UsersStore).findByEmail(email)
}

it("gives no session to a change that the owner's reset overtakes", async () => {
  const { id, email } = await newUser("ada@example.com")
  const [passwords, revocations] = [app.get(PasswordService), app.get(Revocations)]
  const token = await app.get(OneTimeTokens).create("reset", id, await revocations.generationOf(id), { data: { email } })
  const revokeUser = revocations.revokeUser.bind(revocations)
  revocations.revokeUser = async (user) => {
    revocations.revokeUser = revokeUser
    await passwords.reset(token, "umbrella of the owner", client)
    return revokeUser(user)
  }
  const change = passwords.change(id, { current: known, password: "umbrella of a thief" }, client)
  await expect(change).rejects.toThrow("Password is wrong")
})

it("does not delete an account whose password changes meanwhile", async () => {
  const { id } = await newUser("eve@example.com")
  const own = app.get(OwnPassword)
  const check = own.check.bind(own)
  own.check = async (...given) => {
    own.check = check
    const user = await check(...given)
    await app.get(PasswordService).change(id, { current: known, password: "umbrella of the owner" }, client)
    return user
  }
  await expect(app.get(DeletionService).delete(id, known, client)).rejects.toThrow("Password is wrong")
  expect(await app.get(UsersStore).find(id)).toBeDefined()
})
`

/** Follows what the first mail says, in an application that listens on another port than 3000 and has no SITE_URL. */
const follow = (template: "api" | "web", sent: string) => `import { expect, it } from "vitest"
import { Jobs } from "@trivet/jobs"
import { Mailer } from "@trivet/mail"
import type { MemoryMailer } from "@trivet/mail/testing"
import { createTestDatabase } from "@trivet/postgres/testing"
import { provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { AppModule } from "./app-module.ts"
import { migrations } from "./database/database-module.ts"
import { Settings } from "./settings.ts"
${template === "web" ? `import { siteOptions } from "./site/site-options.ts"` : ""}

it("leads to the application", async () => {
  const { url } = await createTestDatabase({ url: "pglite://memory", migrations })
  const settings = { DATABASE_URL: url, PORT: 4321, BCRYPT_COST: 4${template === "api" ? `, JWT_SECRET: "x".repeat(32)` : ""} }
  const app = await createTestApp(AppModule, {
    ${template === "web" ? "...siteOptions," : ""}
    provide: [provide(Settings, () => settings)],
  })
  const ada = { email: "ada@example.com", password: "correct horse", name: "Ada" }
  ${sent}
  await app.stop()
}, 60_000)
`
const mailOf = `await app.get(Jobs).runDue()
  const { text } = (app.get(Mailer) as MemoryMailer).mails[0]!`
const follows = {
  web: follow(
    "web",
    `const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" }
  await app.request("POST", "/sign-up", { headers: form, body: new URLSearchParams(ada).toString() })
  ${mailOf}
  const [, path] = /http:\\/\\/localhost:4321(\\/confirm-email\\?token=\\S+)/.exec(text)!
  expect((await app.request("GET", path!)).status).toBe(200)`,
  ),
  api: follow(
    "api",
    `await app.request("POST", "/auth/register", { json: ada })
  ${mailOf}
  expect(text).not.toContain("3000")
  const [, path, body] = /curl http:\\/\\/localhost:4321(\\S+) -d '(.*)'/.exec(text)!
  expect((await app.request("POST", path!, { body: body! })).status).toBe(204)`,
  ),
}

/** What a test of the application prints that follows the mails. */
async function runFollowing(template: keyof typeof follows): Promise<string> {
  writeFileSync(join(app.folder, "src/follow.test.ts"), follows[template])
  const { text } = await app.run("vitest/vitest.mjs", ["run", "src/follow.test.ts"], { NO_COLOR: "1" })
  rmSync(join(app.folder, "src/follow.test.ts"))
  return text
}

describe("trivet g accounts in a site", () => {
  beforeAll(async () => {
    app = await createTemplateApp("web")
  })
  afterAll(() => app.remove())

  it("says what it would write, and writes nothing", async () => {
    const before = contents()
    const dry = await tool("g", "accounts", "--dry-run")
    expect(dry.stdout).not.toContain("by hand")
    expect(dry).toMatchObject({ code: 0, stderr: "" })
    expect(dry.stdout).toContain("create  src/accounts/link-controller.ts\n")
    expect(dry.stdout).toContain("Nothing was written: --dry-run.")
    expect(contents()).toEqual(before)
  })

  it("writes pages that are sound, and says what to type next", async () => {
    const made = await tool("g", "accounts")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("create  src/database/migrations/003-accounts.ts\n")
    expect(made.stdout).toContain(`edit    package.json\n        + "@trivet/jobs": "0.1.0",\n`)
    expect(made.stdout).toContain(
      "Next:\n  npm install\n  npx trivet routes --access > access.txt\n  npm test\n",
    )
    expect(textOf("src/mail/mail-module.ts")).toContain("shop@example.com")
    expect(JSON.stringify(contents())).not.toContain("my-app")
    await expectSound()
  })

  it("passes all tests of the application, with a guard on every route", async () => {
    const { stdout } = await tool("routes", "--access")
    writeFileSync(join(app.folder, "access.txt"), stdout)
    const rows = stdout.split("\n").filter((line) => line.includes(" /account"))
    expect(rows).toHaveLength(12)
    // The columns: anonymous, an API key, a session.
    for (const row of rows) expect(row).toMatch(/ - +- +yes$/)
    expect(stdout).toMatch(/\nGET \/api\/key +- +yes +-\n/)
    await expectTests()
  })

  it("sends links to the port that the site listens on", async () => {
    expect(await runFollowing("web")).toContain("1 passed")
  })

  it("overwrites nothing when it runs again", async () => {
    const before = contents()
    const again = await tool("g", "accounts")
    expect(again.code).toBe(2)
    expect(again.stderr).toContain("src/accounts exists already, and nothing is overwritten")
    expect(contents()).toEqual(before)
  })
})

describe("trivet g accounts in an API", () => {
  beforeAll(async () => {
    app = await createTemplateApp("api")
  })
  afterAll(() => app.remove())

  it("writes routes that are sound, and passes all tests of the application", async () => {
    const jobs = textOf("src/jobs/jobs-module.ts")
    const made = await tool("g", "accounts")
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(made.stdout).toContain("Next:\n  npm install\n  npx trivet diff --write\n")
    expect(textOf("src/jobs/jobs-module.ts")).toBe(jobs)
    await expectSound()
    await expectTests()
  })

  it("ends what another change overtakes", async () => {
    writeFileSync(join(app.folder, "src/overtaken.test.ts"), overtaken)
    const { text } = await app.run("vitest/vitest.mjs", ["run", "src/overtaken.test.ts"], { NO_COLOR: "1" })
    rmSync(join(app.folder, "src/overtaken.test.ts"))
    expect(text).toContain("2 passed")
  })

  it("sends the request itself while there is no front end to link to", async () => {
    expect(await runFollowing("api")).toContain("1 passed")
  })
})

describe("trivet g accounts elsewhere", () => {
  beforeAll(async () => {
    app = await createTemplateApp("web")
  })
  afterAll(() => app.remove())

  it("leaves a file that somebody has changed to a person, with the lines to add", async () => {
    const path = join(app.folder, "src/site/layout.ts")
    writeFileSync(path, textOf("src/site/layout.ts").replace('action="/sign-out"', 'action="/leave"'))
    const before = textOf("src/site/layout.ts")
    const made = await tool("g", "accounts")
    expect(made.code).toBe(1)
    expect(made.stdout).toContain("src/site/layout.ts is not as the template made it. Add by hand:\n")
    expect(made.stdout).toContain('<a href="/account">Account</a>')
    expect(textOf("src/site/layout.ts")).toBe(before)
    expect(textOf("src/login/login-module.ts")).toContain("AccountsModule")
  })

  it("writes all or nothing: a file in the way leaves everything as it was", async () => {
    rmSync(join(app.folder, "src/accounts"), { recursive: true })
    rmSync(join(app.folder, "src/jobs"), { recursive: true })
    rmSync(join(app.folder, "src/mail"), { recursive: true })
    // A file where a folder is needed.
    writeFileSync(join(app.folder, "src/mail"), "")
    const before = contents()
    expect((await tool("g", "accounts")).code).toBe(1)
    expect(contents()).toEqual(before)
  })

  it("is refused where there are no users", async () => {
    rmSync(join(app.folder, "src/users"), { recursive: true })
    mkdirSync(join(app.folder, "src/users"))
    const refused = await tool("g", "accounts")
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain("`trivet app --template=web` and `--template=api`")
  })
})

describe("addPackages", () => {
  it("takes the version of @trivet/auth, also of a packed file, and keeps what is there", () => {
    const manifest = (dependencies: object) => JSON.stringify({ name: "shop", dependencies, scripts: {} })
    const given = { "@trivet/auth": "file:/packs/trivet-auth-0.1.0.tgz", "@trivet/jobs": "9.9.9" }
    expect(JSON.parse(addPackages(manifest(given), ["@trivet/jobs", "@trivet/mail"]))).toEqual({
      name: "shop",
      dependencies: { ...given, "@trivet/mail": "file:/packs/trivet-mail-0.1.0.tgz" },
      scripts: {},
    })
    const plain = addPackages(manifest({ "@trivet/auth": "0.1.0", kysely: "1" }), ["@trivet/mail"])
    expect(plain).toContain('"@trivet/auth": "0.1.0",\n    "@trivet/mail": "0.1.0",\n    "kysely": "1"')
  })
})

describe("editFile", () => {
  const edit = { file: "a.ts", find: "one", put: "one\ntwo $&" }

  it("puts a text in its place, as it is", () => {
    expect(editFile("a.ts", "one\nthree", [edit])).toEqual({
      file: "a.ts",
      text: "one\ntwo $&\nthree",
      added: ["two $&"],
      byHand: [],
    })
  })

  it("does not guess which of two places is meant", () => {
    for (const source of ["one one", "none at all, but another text", ""].map((text) =>
      text.replace("none", ""),
    ))
      expect(editFile("a.ts", source, [edit])).toMatchObject({ text: source, byHand: [edit] })
  })
})
