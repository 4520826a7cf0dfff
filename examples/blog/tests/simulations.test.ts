import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Jobs } from "@trivet/jobs"
import {
  createTestDatabase,
  simulate,
  type SimulateOptions,
  type TestDatabase,
} from "@trivet/postgres/testing"
import { sql } from "kysely"
import { provide } from "trivet"
import { createTestApp, type TestApp, type TestReply } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { AppModule } from "../src/app-module.ts"
import { Db } from "../src/database/db.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { SiteModule } from "../src/site/site-module.ts"
import { siteOptions } from "../src/site/site-options.ts"
import { testPicture } from "./testing/test-picture.ts"
import { testSecret } from "./testing/start-blog.ts"

// A thousand seeds of each program, half of them with failures: TRIVET_LONG=1 npx vitest run examples/blog/tests/simulations.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const seedsOf = { api: isLong ? 250 : 3, site: isLong ? 167 : 3 }
const failures = ["lostReply", "error", "crash", "clientGone", "clock"] as const

const member = { email: "ada@blog.example", password: "a good password", name: "Ada" }

/** One of the two programs on a database of its own, with a post. */
interface Blog {
  readonly seeds: number
  load(): Promise<TestApp>
  readonly database: TestDatabase
  readonly token: string
  readonly cookie: string
  readonly post: string
}

async function createBlog(program: "api" | "site", uploads: string): Promise<Blog> {
  const database = await createTestDatabase()
  const variables = {
    DATABASE_URL: database.url,
    JWT_SECRET: testSecret,
    BCRYPT_COST: "4",
    RATE_LIMIT: "off",
  }
  const settings = settingsOf({ ...variables, ...(program === "site" && { UPLOADS: uploads }) })
  const options = { provide: [provide(Settings, () => settings)] }
  const load = () =>
    program === "api"
      ? createTestApp(AppModule, { ...options, guards: "required" })
      : createTestApp(SiteModule, { ...options, ...siteOptions })
  const app = await load()
  const json = { accept: "application/json" }
  await app.request("POST", "/auth/register", { json: member, headers: json })
  const login = await app.request("POST", "/auth/login", { json: member, headers: json })
  const { token } = login.json() as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  const made = await app.request("POST", "/posts", { headers, json: { title: "First", content: "C" } })
  const { id } = made.json() as { id: string }
  const published = { title: "First", content: "C", published: true }
  await app.request("PUT", `/posts/${id}`, { headers, json: published })
  const page = program === "site" ? await sendForm(app, "", "/sign-in", member) : undefined
  const cookie = page?.headers.all("set-cookie").map((line) => line.split(";", 1)[0]!) ?? []
  await app.stop()
  return { seeds: seedsOf[program], load, database, token, cookie: cookie.join("; "), post: `/posts/${id}` }
}

/** Sends a form as a page of the site does. */
function sendForm(
  app: TestApp,
  cookie: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<TestReply> {
  const type = "application/x-www-form-urlencoded"
  const headers = { accept: "text/html", "sec-fetch-site": "same-origin", cookie, "content-type": type }
  return app.request("POST", path, { headers, body: new URLSearchParams(fields).toString() })
}

/** Sends a picture as a page of the site does. */
async function sendPicture(app: TestApp, cookie: string, path: string): Promise<TestReply> {
  const form = new FormData()
  form.set("picture", new Blob([new Uint8Array(testPicture(4, 4))], { type: "image/png" }), "a.png")
  const sent = new Request("http://localhost", { method: "POST", body: form })
  const type = sent.headers.get("content-type")!
  const headers = { accept: "text/html", "sec-fetch-site": "same-origin", cookie, "content-type": type }
  return app.request("POST", `${path}/picture`, { headers, body: new Uint8Array(await sent.arrayBuffer()) })
}

type Outcomes = Parameters<SimulateOptions["invariant"]>[1]

const tried = { seeds: 0, steps: 0, milliseconds: 0 }

/** Simulates calls in order alone, and with failures. */
async function simulateBoth(
  { load, seeds }: Blog,
  calls: SimulateOptions["calls"],
  invariant: (app: TestApp, outcomes: Outcomes) => unknown,
): Promise<void> {
  const inOrder = await simulate(load, {
    calls,
    seeds,
    invariant: (app, outcomes) => {
      // Nothing is lost here, so nothing may be unavailable.
      for (const { call, status } of outcomes) expect(status ?? 0, call).not.toBe(503)
      return invariant(app, outcomes)
    },
  })
  const withFailures = await simulate(load, { calls, seeds, invariant, failures })
  for (const result of [inOrder, withFailures])
    for (const key of ["seeds", "steps", "milliseconds"] as const) tried[key] += result[key]
}

let folder: string
let api: Blog
let site: Blog
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "blog-simulations-"))
  api = await createBlog("api", folder)
  site = await createBlog("site", folder)
})
afterAll(async () => {
  await api?.database.drop()
  await site?.database.drop()
  await rm(folder, { recursive: true, force: true })
  const seconds = Math.round(tried.milliseconds / 1_000)
  noteFigure("simulations of examples/blog", `${tried.seeds} seeds`, `${tried.steps} steps in ${seconds} s`)
})

/** The public list has what the database has; a write that was not acknowledged may be missing for ten seconds. */
async function checkList(app: TestApp, outcomes: Outcomes): Promise<void> {
  if (outcomes.some(({ status }) => status === undefined || status >= 500)) app.clock.advance({ seconds: 12 })
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from posts where published order by id desc`.execute(app.get(Db))
  const listed = await app.request("GET", "/posts", { headers: { accept: "application/json" } })
  expect((listed.json() as typeof rows).map(({ id, title }) => ({ id, title }))).toEqual(rows)
}

describe("the API, in any order of its statements", () => {
  const headers = () => ({ authorization: `Bearer ${api.token}` })

  it("registers an address once", async () => {
    const json = { email: "bob@blog.example", password: "a good password", name: "Bob" }
    await simulateBoth(
      api,
      (app) => [
        () => app.request("POST", "/auth/register", { json }),
        () => app.request("POST", "/auth/register", { json: { ...json, email: "BOB@blog.example" } }),
        () => app.request("POST", "/auth/login", { json }),
      ],
      async (app, outcomes) => {
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from users where lower(email) = ${json.email}`.execute(app.get(Db))
        const made = outcomes.filter(({ status }) => status === 201).length
        expect(made).toBeLessThanOrEqual(1)
        if (made === 1) expect(rows[0]!.n).toBe(1)
        expect(rows[0]!.n).toBeLessThanOrEqual(1)
      },
    )
  })

  it("lists what is published, and nothing else", async () => {
    await simulateBoth(
      api,
      (app) => ({
        update: () =>
          app.request("PUT", api.post, {
            headers: headers(),
            json: { title: "Second", content: "C", published: true },
          }),
        take: () =>
          app.request("PUT", api.post, { headers: headers(), json: { title: "Third", content: "C" } }),
        delete: () => app.request("DELETE", api.post, { headers: headers() }),
        list: () => app.request("GET", "/posts"),
        show: () => app.request("GET", api.post),
      }),
      checkList,
    )
  })
})

describe("the site, in any order of its statements", () => {
  it("numbers comments without gaps, and keeps none of a deleted post", async () => {
    const say = (app: TestApp, comment: string) => () =>
      sendForm(app, site.cookie, `${site.post}/comments`, { comment })
    await simulateBoth(
      site,
      (app) => ({
        one: say(app, "First!"),
        two: say(app, "Second."),
        delete: () => sendForm(app, site.cookie, `${site.post}/delete`, {}),
        reader: () => app.request("GET", site.post, { headers: { accept: "text/html" } }),
      }),
      async (app, outcomes) => {
        const { rows } = await sql<{ number: number }>`select number from comments order by 1`.execute(
          app.get(Db),
        )
        expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
        await checkList(app, outcomes)
      },
    )
  })

  it("has a file for each picture, and none besides after an hour", async () => {
    await simulateBoth(
      site,
      async (app) => {
        for (const file of await readdir(folder)) await rm(join(folder, file))
        return {
          put: () => sendPicture(app, site.cookie, site.post),
          again: () => sendPicture(app, site.cookie, site.post),
          remove: () => sendForm(app, site.cookie, `${site.post}/picture/remove`, {}),
          delete: () => sendForm(app, site.cookie, `${site.post}/delete`, {}),
        }
      },
      async (app, outcomes) => {
        const hasFailed = outcomes.some(({ status }) => status === undefined || status >= 500)
        // The clock of the files is that of the machine.
        if (hasFailed) app.clock.shift({ milliseconds: Date.now() + 2 * 3_600_000 - app.clock.now() })
        await app.get(Jobs).runDue()
        const { rows } = await sql<{ file: string }>`select file from pictures order by 1`.execute(
          app.get(Db),
        )
        expect((await readdir(folder)).toSorted()).toEqual(rows.map(({ file }) => file).toSorted())
      },
    )
  })

  it("publishes, takes back and changes a post as its author said last", async () => {
    const form =
      (app: TestApp, path: string, fields: Readonly<Record<string, string>> = {}) =>
      () =>
        sendForm(app, site.cookie, `${site.post}${path}`, fields)
    await simulateBoth(
      site,
      (app) => ({
        publish: form(app, "/publish"),
        take: form(app, "/unpublish"),
        edit: form(app, "/edit", { title: "Edited", content: "C", intent: "save" }),
        write: () => sendForm(app, site.cookie, "/write", { title: "New", content: "C", intent: "publish" }),
      }),
      checkList,
    )
  })
})
