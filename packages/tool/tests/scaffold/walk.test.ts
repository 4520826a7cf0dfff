import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { root } from "../../../../scripts/reading/workspace.ts"
import { askRedis, post, signIn, signUpAndWrite, statusOf } from "./first-calls.ts"
import { oneLightWorker } from "../testing/worker-flags.ts"
import { createNewApps, install, type NewApps, programsOf, thisNode } from "./new-apps.ts"
import { run, serveWith, type Serving, succeed } from "./shell.ts"
import { chapters, sourcesOf, Tutorial } from "./tutorial.ts"

// All runtimes take many minutes: `SCAFFOLD=full npx vitest run packages/tool/tests/scaffold`.
const isFull = process.env["SCAFFOLD"] === "full"
let apps: NewApps

beforeAll(async () => {
  apps = await createNewApps()
})
afterAll(() => apps?.remove())

/** The command `trivet` of an application, without what npx does before it. */
const trivet = "node_modules/.bin/trivet"

/**
 * Mistakes of a first hour: what is written instead, what is typed then, and what must appear. In the short form one at the
 * start and one of the compiler: all are among those of packages/trivet/tests/mistakes.
 */
const beginnersMistakes = [
  {
    mistake: "a service that no module declares",
    file: "src/notes/notes-module.ts",
    right: "[NotesController, NotesStore]",
    wrong: "[NotesController]",
    typed: "npm start",
    answers: [
      /TOKEN_MISSING\n.*`NotesController`.*`NotesStore`/,
      /fix: Add `NotesStore` to the `declarations`/,
    ],
  },
  {
    mistake: "a parameter that the path does not have",
    file: "src/notes/notes-controller.ts",
    right: 'ctx.param("id"), ctx.get("user_id"))\n    return note ?? notFound()\n  }\n\n  async create',
    wrong: 'ctx.param("key"), ctx.get("user_id"))\n    return note ?? notFound()\n  }\n\n  async create',
    typed: "npm run typecheck",
    answers: [/notes-controller\.ts\(\d+,\d+\): error .*"key"/],
  },
  {
    mistake: "a middleware that is forgotten",
    file: "src/login/login-controller.ts",
    right: "      me: [BearerAuth],\n",
    wrong: "",
    typed: "npm run typecheck",
    answers: [/login-module\.ts\(\d+,\d+\): error/, /needs user_id from a middleware/],
  },
  {
    mistake: "an option with a wrong name",
    file: "src/main.ts",
    right: "  middlewares: [",
    wrong: "  middleware: [",
    typed: "npm start",
    answers: [/OPTION_INVALID: .*`middleware`/, /`middlewares`/],
  },
  {
    mistake: "a route that exists already",
    file: "src/login/login-contract.ts",
    right: 'path: "/auth/login"',
    wrong: 'path: "/auth/register"',
    typed: `${trivet} check`,
    answers: [/POST \/auth\/register/, /fix: /],
  },
] as const

describe("a new user", () => {
  const name = `walk-${process.pid}`
  const place = () => ({ cwd: join(apps.folder, name), programs: thisNode })
  const servings: Serving[] = []
  afterAll(async () => {
    for (const one of servings) await one.stop()
  })

  async function serve(env: Readonly<Record<string, string>> = {}, line = "npm run dev"): Promise<Serving> {
    const serving = await serveWith(line, { ...place(), env })
    servings.push(serving)
    return serving
  }

  it("makes an API, installs its packages and has its first answer within seconds", async () => {
    const made = await apps.make(name, "api")
    expect(made.text).toContain(`cd ${name}\n  npm install\n  npm run dev`)
    const installed = await succeed(install, place())
    // In the long form PGlite makes its image of an empty database anew, as at the first start on a machine.
    const serving = await serve(isFull ? { XDG_CACHE_HOME: join(apps.folder, "cache") } : {})
    const packages = JSON.parse(readFileSync(join(apps.folder, name, "package-lock.json"), "utf8")) as {
      packages: object
    }
    const seconds = made.seconds + serving.seconds
    console.log(
      `create ${made.seconds.toFixed(1)} s, install ${installed.seconds.toFixed(1)} s (${Object.keys(packages.packages).length - 1} packages locked), npm run dev to the first answer ${serving.seconds.toFixed(1)} s: ${seconds.toFixed(1)} s without the installation`,
    )
    // On a machine with nothing else to do.
    if (isFull) expect(seconds).toBeLessThan(10)
    await signUpAndWrite(serving.url())
    expect((await fetch(`${serving.url()}/docs`)).status).toBe(200)
  })

  it("generates a resource, whose tests pass, and all checks of the application too", async () => {
    const made = await succeed(`${trivet} g module --name=tasks --type=resource`, place())
    expect(made.text).toContain("To add its routes to openapi.json: npx trivet diff --write")
    await succeed(`${trivet} diff --write`, place())
    const check = isFull ? "npm run check" : `npm run check -- -- ${oneLightWorker}`
    const checked = await succeed(check, place())
    expect(checked.text).toContain("0 faults, 0 warnings")
    expect(checked.text).toMatch(/Test Files +5 passed/)
  })

  it("has the new routes at once, because npm run dev has started again", async () => {
    const [serving] = servings
    await expect.poll(async () => statusOf(`${serving!.url()}/tasks`)).not.toBe(404)
  })

  it("moves to PostgreSQL and Redis by their addresses alone", async () => {
    await servings[0]!.stop()
    const database = await createTestDatabase()
    const redis = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
    try {
      const first = await serve({ DATABASE_URL: database.url, REDIS_URL: redis })
      const id = await signUpAndWrite(first.url())
      expect(first.log()).not.toContain("PGlite")
      // A wrong password is counted, in Redis, under the application's own name.
      await post(`${first.url()}/auth/login`, { email: "nobody@example.com", password: "wrong" })
      expect(await askRedis(redis, ["KEYS", `${name}:*`])).toContain(name)
      await first.stop()
      // What was written outlives the process.
      const second = await serve({ DATABASE_URL: database.url, REDIS_URL: redis }, "node src/main.ts")
      const headers = await signIn(second.url())
      expect((await fetch(`${second.url()}/notes/${id}`, { headers })).status).toBe(200)
      await second.stop()
    } finally {
      await database.drop()
      for (const key of (await askRedis(redis, ["KEYS", `${name}:*`])).match(/walk-\S+/g) ?? [])
        await askRedis(redis, ["DEL", key])
    }
  })

  it("starts in production only with its settings, and then reads no file", async () => {
    const env = { NODE_ENV: "production", PORT: "0" }
    const refused = await run("npm start", { ...place(), env })
    expect(refused.code).toBe(1)
    expect(refused.text).toContain("DATABASE_URL")
    expect(refused.text).toContain("JWT_SECRET")
  })

  it.each(isFull ? beginnersMistakes : [beginnersMistakes[0], beginnersMistakes[2]])(
    "is told what is wrong and what to type: $mistake",
    async ({ file, right, wrong, typed, answers }) => {
      const path = join(apps.folder, name, file)
      const text = readFileSync(path, "utf8")
      expect(text).toContain(right)
      writeFileSync(path, text.replace(right, wrong))
      try {
        const ended = await run(typed, { ...place(), env: { PORT: "0" } })
        expect(ended.code).not.toBe(0)
        for (const answer of answers) expect(ended.text).toMatch(answer)
        expect(ended.text).not.toMatch(/^Node\.js v/m)
      } finally {
        writeFileSync(path, text)
      }
    },
  )

  it("is told which fields of a request are invalid, in the reply and in the log, and that a port is taken", async () => {
    // PostgreSQL: PGlite would need seconds to start.
    const database = await createTestDatabase()
    const env = { DATABASE_URL: database.url }
    const serving = await serve(env)
    const sent = await post(`${serving.url()}/auth/register`, { email: "ada", password: "correct horse" })
    expect(sent.status).toBe(400)
    expect(sent.headers.get("content-type")).toContain("application/problem+json")
    const { errors } = (await sent.json()) as { errors: { path: string }[] }
    expect(errors.map(({ path }) => path)).toEqual(["email", "name"])
    await expect.poll(() => serving.log()).toMatch(/invalid request: email .*; name is required/)
    const taken = new URL(serving.url()).port
    const second = await run("npm start", { ...place(), env: { ...env, PORT: taken } })
    expect(second.code).toBe(1)
    expect(second.text).toMatch(
      /ADDRESS_IN_USE: .*\n {3}fix: .*\n {3}more: npx trivet explain ADDRESS_IN_USE/,
    )
    const explained = await succeed("npx trivet explain ADDRESS_IN_USE", place())
    expect(explained.text).toContain("faults.md#address_in_use")
    await serving.stop()
    await database.drop()
  })
})

// In the short form the walk above has run the checks of the API, on this Node, the tutorial those of the minimal one, and
// src/accounts/accounts.test.ts runs those of the site.
const templates = isFull ? (["api", "web", "cli", "minimal"] as const) : (["cli"] as const)
describe.each(templates)("an application of the template %s", (template) => {
  it.each(isFull ? ["26", "24"] : [""])("passes its own checks on Node %s", async (version) => {
    const name = `${template}${version}`
    await apps.make(name, template)
    const programs = version === "" ? thisNode : programsOf("use-node", version)
    const place = { cwd: join(apps.folder, name), programs }
    // Each needs a part of the API's packages (src/app/templates.test.ts): in the short form they are linked.
    await succeed(isFull ? install : `cp -al ../walk-${process.pid}/node_modules .`, place)
    const check = isFull ? "npm run check" : `npm run check -- -- ${oneLightWorker}`
    const checked = await succeed(`node --version; ${check}`, place)
    expect(checked.text).toContain(`v${version}`)
    expect(checked.text).toContain("0 faults, 0 warnings")
    expect(checked.text).toMatch(/Tests +\d+ passed/)
  })
})

describe("a new site", () => {
  it("gets accounts, installs their packages, and passes its checks with them", async () => {
    await apps.make("site", "web")
    const place = { cwd: join(apps.folder, "site"), programs: thisNode }
    await succeed(isFull ? install : `cp -al ../walk-${process.pid}/node_modules .`, place)
    const { text } = await succeed(`${trivet} g accounts`, place)
    expect(text).toContain("create  src/accounts/accounts-module.ts")
    const [, packed = ""] = /"@trivet\/mail": "file:(.*trivet-mail-[\d.]+\.tgz)"/.exec(text) ?? []
    expect(existsSync(join(place.cwd, packed))).toBe(true)
    // The API has all but these.
    const mail = `cp -r ${apps.packs}/node_modules/@trivet/mail node_modules/@trivet/`
    const link = `${mail} && cp -r ${join(root, "node_modules/nodemailer")} node_modules/`
    await succeed(isFull ? install : link, place)
    await succeed(`${trivet} routes --access > access.txt`, place)
    // In the short form without the tests that src/accounts/accounts.test.ts runs, which lints it too.
    const short = `node_modules/.bin/tsc --noEmit && ${trivet} check --strict && npm test -- ${oneLightWorker} src/site src/notes`
    const checked = await succeed(isFull ? "npm run check" : short, place)
    expect(checked.text).toContain("0 faults, 0 warnings")
    expect(checked.text).toMatch(isFull ? /Test Files +6 passed/ : /Test Files +2 passed/)
  })
})

describe("the tutorial", () => {
  let tutorial: Tutorial
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    // In the short form the packages of the walk are linked: they were installed from the same packed files.
    const packages = isFull ? undefined : join(apps.folder, `walk-${process.pid}/node_modules`)
    tutorial = new Tutorial(apps, database.url, packages)
  })
  afterAll(() => database?.drop())

  it.each(chapters)("shows what happens: %s", async (chapter) => {
    const problems = await tutorial.type(chapter)
    expect(problems, problems).toBe("")
  })

  it("ends with examples/tasks", () => {
    expect(sourcesOf(tutorial.folder)).toEqual(sourcesOf(join(root, "examples/tasks")))
  })
})

describe.runIf(isFull)("an application of the template api on Bun", () => {
  it("passes its tests, and serves", async () => {
    await apps.make("bun", "api")
    const place = { cwd: join(apps.folder, "bun"), programs: programsOf("use-bun") }
    await succeed(install, place)
    expect((await succeed("bun --bun run test", place)).text).toMatch(/Tests +\d+ passed/)
    const serving = await serveWith("bun src/main.ts", place)
    await signUpAndWrite(serving.url())
    await serving.stop()
  })
})
