import { Database, postgres } from "@trivet/postgres"
import { PrivatePostgres } from "@trivet/postgres/testing"
import {
  anyone,
  type Context,
  contract,
  dto,
  get,
  implement,
  module,
  type Next,
  Reply,
  requestId,
  routes,
} from "trivet"
import { Describe, type MiddlewareEntry } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { web } from "trivet/web"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { job, jobMigrations, Jobs, jobs, step } from "../../src/index.ts"
import { queuesPage } from "../../src/page.ts"

class Db extends Database<Record<string, never>> {}

const Work = contract({
  bill: job("orders/bill", { accepts: { body: dto({ note: "required,max=6000000" }) }, retry: 0 }),
  fail: job("orders/fail", { accepts: { body: dto({ note: "required" }) } }),
})

class Worker {
  routes() {
    return routes([...implement(Work, this), get("/home", () => "home", { middlewares: [anyone] })])
  }
  async bill(ctx: Context<typeof Work.bill>) {
    const { note } = await ctx.bind()
    if (note !== "fine") throw new Error(`<img src=x onerror=alert(1)> ${note.slice(0, 40)}`)
  }
  async fail(ctx: Context<typeof Work.fail>) {
    await step(ctx, "print", () => "the result")
    throw new Error("no paper")
  }
}

/** Lets pass who sends the password. */
class OperatorAuth {
  readonly security = {
    name: "operator",
    scheme: { type: "apiKey", in: "header", name: "x-operator" },
  } as const

  handle(ctx: Context, next: Next): unknown {
    return ctx.header("x-operator") === "yes" ? next() : Reply.error(401, "Not authenticated")
  }
}

let database: PrivatePostgres
let app: TestApp
let queue: Jobs

function appWith(middlewares: readonly MiddlewareEntry[], url: string): Promise<TestApp> {
  const DbModule = postgres(Db, { url, migrations: [jobMigrations], migrateAtStart: true })
  const queues = jobs({ database: Db, imports: [DbModule] })
  const page = queuesPage({ path: "/operators/queues", middlewares, imports: [queues] })
  const root = module({ name: "shop", imports: [DbModule, queues, page], declarations: [Worker] })
  return createTestApp(root, { platform: web() })
}

beforeAll(async () => {
  database = await PrivatePostgres.start()
  app = await appWith([OperatorAuth], database.url)
  queue = app.get(Jobs)
})
afterAll(async () => {
  await app?.stop()
  await database?.remove()
})
beforeEach(async () => {
  await database.query("delete from pgboss.job")
  await queue.resume("orders/bill")
})

const operator = { "x-operator": "yes", accept: "text/html" }
const own = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" }
const at = (path: string) => `/operators/queues${path}`
const open = (path: string) => app.request("GET", at(path), { headers: operator })
const send = (path: string, body = "", headers: Readonly<Record<string, string>> = own) =>
  app.request("POST", at(path), { headers: { ...operator, ...headers }, body })

/** Jobs that have ended dead, of these notes. */
async function dead(...notes: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const note of notes) ids.push((await queue.enqueue(Work.bill, { note }))!)
  await queue.runDue()
  return ids
}

describe("the page of queues", () => {
  it.each([[[]], [[anyone]], [[requestId()]]])("does not start without a guard: %j", async (middlewares) => {
    await expect(appWith(middlewares, database.url)).rejects.toMatchObject({
      message: expect.stringContaining(
        "Everybody may open the page of queues at `/operators/queues`",
      ) as string,
    })
  })

  it("answers nobody whom the guard rejects, by any route", async () => {
    const [id] = await dead("secret")
    const routesOfPage = app
      .get(Describe)()
      .routes.filter(({ path }) => path.startsWith("/operators"))
    expect(routesOfPage).toHaveLength(9)
    for (const { method, path } of routesOfPage) {
      const reply = await app.request(method!, path.replace(":id", id!), {
        query: { job: "orders/bill" },
        headers: { "sec-fetch-site": "same-origin" },
      })
      expect([path, reply.status]).toEqual([path, 401])
      expect(reply.text()).not.toContain("secret")
    }
    expect((await queue.find(id!))?.state).toBe("dead")
  })

  it("shows each queue with its figures, and pauses and resumes it", async () => {
    await dead("a", "b")
    await queue.enqueue(Work.bill, { note: "fine" })
    await queue.runDue()
    await queue.enqueue(Work.fail, { note: "x" })
    await queue.runDue()
    await queue.enqueue(Work.bill, { note: "fine" }, { delay: 60_000 })
    expect(await queue.queues()).toMatchObject([
      {
        job: "orders/bill",
        waiting: 1,
        running: 0,
        failed: 0,
        dead: 2,
        doneLastMinute: 1,
        paused: undefined,
      },
      {
        job: "orders/fail",
        waiting: 1,
        running: 0,
        failed: 1,
        dead: 0,
        doneLastMinute: 0,
        paused: undefined,
      },
    ])
    const page = (await open("")).text()
    expect(figuresOf(page)).toEqual([
      ["1", "none is due", "0", "0", "2", "1", "active"],
      ["1", "none is due", "0", "1", "0", "0", "active"],
    ])
    const paused = await send("/pause", "job=orders%2Fbill")
    expect([paused.status, paused.headers.get("location")]).toEqual([303, at("")])
    expect(figuresOf((await open("")).text())[0]!.at(-1)).toMatch(/^paused \d s ago$/)
    await send("/resume", "job=orders%2Fbill")
    expect((await queue.queues("orders/bill"))[0]!.paused).toBeUndefined()
  })

  it("retries and deletes dead jobs, all of a queue or one", async () => {
    const ids = await dead("a", "b", "c", "d")
    const list = (await open("/queue?job=orders%2Fbill&state=dead")).text()
    for (const id of ids) expect(list).toContain(id)
    expect((await send(`/job/${ids[0]}/retry`)).headers.get("location")).toBe(at(`/job/${ids[0]}`))
    expect((await send(`/job/${ids[1]}/delete`)).status).toBe(303)
    expect(await Promise.all(ids.map(async (id) => (await queue.find(id))?.state))).toEqual([
      "waiting",
      undefined,
      "dead",
      "dead",
    ])
    expect((await send(`/job/${ids[0]}/retry`)).status).toBe(409)
    await send("/retry", "job=orders%2Fbill")
    expect((await queue.find(ids[2]!))?.state).toBe("waiting")
    await queue.runDue()
    await send("/delete", "job=orders%2Fbill")
    expect(await queue.list({ state: "dead" })).toEqual([])
  })

  it("shows a payload and an error as text, cut, and logs neither", async () => {
    const note = `</pre><script>alert("tenant")</script>`
    const [id] = await dead(note)
    for (const path of [`/job/${id}`, "/queue?job=orders%2Fbill"]) {
      const page = (await open(path)).text()
      expect(page).not.toMatch(/<script|<img/)
      expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;")
    }
    expect((await open(`/job/${id}`)).text()).toContain("&lt;script&gt;alert(")
    const [huge] = await dead("x".repeat(5_000_000))
    const reply = await open(`/job/${huge}`)
    expect(reply.text().length).toBeLessThan(100_000)
    expect(reply.text()).toMatch(/… and 4,9\d\d,\d{3} more characters/)
    const before = app.logs.length
    await send(`/job/${id}/retry`)
    await send("/delete", "job=orders%2Fbill")
    const lines = JSON.stringify(app.logs.slice(before))
    expect(lines).toContain("The job waits again")
    expect(lines).not.toMatch(/tenant|xxx/)
  })

  it.each([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "https://app.example.evil.example" },
  ])("rejects a form of another site: %j", async (headers) => {
    const [id] = await dead("a")
    const sent = { "content-type": own["content-type"], host: "app.example", ...headers }
    for (const path of ["/pause", "/retry", "/delete", `/job/${id}/retry`, `/job/${id}/delete`])
      expect((await send(path, "job=orders%2Fbill", sent)).status).toBe(403)
    expect((await queue.find(id!))?.state).toBe("dead")
    expect((await queue.queues("orders/bill"))[0]!.paused).toBeUndefined()
  })

  it("takes a form of its own origin from a browser that sends no Sec-Fetch-Site", async () => {
    const sent = { "content-type": own["content-type"], host: "app.example", origin: "https://app.example" }
    expect((await send("/pause", "job=orders%2Fbill", sent)).status).toBe(303)
  })

  it("changes nothing by GET", async () => {
    const [id] = await dead("a")
    for (const path of ["/pause", "/retry", "/delete", `/job/${id}/retry`, `/job/${id}/delete`])
      expect([path, (await open(`${path}?job=orders%2Fbill`)).status]).toEqual([path, 404])
    expect((await queue.find(id!))?.state).toBe("dead")
  })

  it("answers a program with what its pages show", async () => {
    const [id] = await dead("a")
    const failed = await queue.enqueue(Work.fail, { note: "x" })
    await queue.runDue()
    const shown = await Promise.all(
      ["", "/queue?job=orders%2Fbill", `/job/${id}`, `/job/${failed}`].map(async (path) => {
        const headers = { ...operator, accept: "application/json" }
        const reply = await app.request("GET", at(path), { headers })
        return [reply.status, reply.json()]
      }),
    )
    expect(shown).toMatchObject([
      [200, { queues: [{ job: "orders/bill", dead: 1 }, { job: "orders/fail" }] }],
      [200, { state: "dead", jobs: [{ id }] }],
      [200, { job: { id, state: "dead" }, steps: [] }],
      [200, { job: { id: failed }, steps: [{ name: "print", attempt: 1 }] }],
    ])
    expect(JSON.stringify(shown)).not.toContain("the result")
  })

  it("knows no queue and no job of another application", async () => {
    const id = crypto.randomUUID()
    await database.query("select pgboss.create_queue('other/app', '{\"policy\": \"standard\"}')")
    await database.query(`insert into pgboss.job (id, name, state, data, completed_on)
      values ('${id}', 'other/app', 'failed', '{"secret": 1}', now())`)
    expect((await open("")).text()).not.toContain("other/app")
    for (const path of [`/job/${id}`, `/job/${crypto.randomUUID()}`, "/job/7", "/queue?job=other%2Fapp"])
      expect([path, (await open(path)).status]).toEqual([path, 404])
    for (const path of [`/job/${id}/retry`, `/job/${id}/delete`, "/pause", "/resume", "/retry", "/delete"])
      expect([path, (await send(path, "job=other%2Fapp")).status]).toEqual([path, 404])
    expect((await send("/pause", "")).status).toBe(400)
    expect((await queue.find(id))?.state).toBe("dead")
  })
})

/** The figures of each queue, in order. */
function figuresOf(page: string): readonly (readonly string[])[] {
  return page
    .split("<h2>")
    .slice(1)
    .map((part) => [...part.matchAll(/<dd[^>]*>([^<]*)<\/dd>/g)].map(([, value]) => value!.trim()))
}
