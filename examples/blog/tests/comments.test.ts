import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { launchBrowser, Visit } from "./testing/visit.ts"

let database: TestDatabase
let redis: PrivateRedis
let variables: Record<string, string>
/** Two processes of the site, with one database and one Redis. */
let sites: [RunningBlog, RunningBlog]
let browser: Browser

beforeAll(async () => {
  ;[database, redis, browser] = await Promise.all([
    createTestDatabase(),
    PrivateRedis.start(),
    launchBrowser(),
  ])
  variables = {
    DATABASE_URL: database.url,
    JWT_SECRET: testSecret,
    BCRYPT_COST: "4",
    REDIS_URL: redis.url,
    RATE_LIMIT: "off",
  }
  sites = await Promise.all([startBlog(variables, "web.ts"), startBlog(variables, "web.ts")])
})

afterAll(async () => {
  await browser?.close()
  await Promise.all((sites ?? []).map((site) => site.stop("SIGKILL")))
  await redis?.stop()
  await database?.drop()
})

/** A writer with a published post, and the post's path. */
async function newPost(site: RunningBlog, intent = "publish"): Promise<{ writer: SiteClient; path: string }> {
  const writer = new SiteClient(site.url)
  await writer.signUp("Ada Lovelace")
  return { writer, path: await writer.write("In praise of three legs", "Three never rock.", intent) }
}

/** Somebody who is signed in and reads a page, in a window of his own. */
async function newMember(site: RunningBlog, name: string, path: string, javaScript = true): Promise<Visit> {
  const visit = await Visit.begin(browser, site.url, javaScript)
  const client = new SiteClient(site.url)
  await client.signUp(name)
  const value = client.cookies.get("session_id")!
  await visit.page.context().addCookies([{ name: "session_id", value, url: site.url }])
  await visit.open(path)
  return visit
}

/** Somebody who only reads, and whose page is connected: what is written from now on comes by the stream. */
async function newReader(site: RunningBlog, path: string): Promise<Visit> {
  const visit = await Visit.begin(browser, site.url)
  const connected = visit.page.waitForResponse(/\/comments\/live/)
  await visit.open(path)
  await connected
  return visit
}

async function comment(visit: Visit, text: string): Promise<void> {
  await visit.fill("Your comment", text)
  await visit.press("Comment")
}

const said = (visit: Visit) => visit.page.locator(".comments .said").allTextContents()

describe("comments in a browser", () => {
  it("appear in another window without a reload, once, and are there after one", async () => {
    const { path } = await newPost(sites[0])
    const member = await newMember(sites[0], "Grace Hopper", path)
    const reader = await newReader(sites[0], path)
    await reader.page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    expect(await reader.page.getByText("Nobody has said anything yet.").isVisible()).toBe(true)
    await comment(member, "The first one")
    await expect.poll(() => member.path).toBe(`${path}#comment-1`)
    await expect.poll(() => said(reader)).toEqual(["The first one"])
    expect(await reader.page.getByText("Nobody has said anything yet.").isVisible()).toBe(false)
    await comment(member, "The second one")
    await expect.poll(() => said(reader)).toEqual(["The first one", "The second one"])
    expect(await reader.page.evaluate(() => "isSamePage" in globalThis)).toBe(true)
    for (const visit of [reader, member]) {
      await visit.page.reload()
      expect(await said(visit)).toEqual(["The first one", "The second one"])
    }
    expect([...member.complaints, ...reader.complaints]).toEqual([])
    await Promise.all([member.end(), reader.end()])
  }, 60_000)

  it("cross from one process to another, over Redis", async () => {
    const { path } = await newPost(sites[0])
    const member = await newMember(sites[1], "Grace Hopper", path)
    const reader = await newReader(sites[0], path)
    await comment(member, "From the other process")
    await expect.poll(() => said(reader)).toEqual(["From the other process"])
    expect([...member.complaints, ...reader.complaints]).toEqual([])
    await Promise.all([member.end(), reader.end()])
  }, 60_000)

  it("that a window missed while its server was down come when it is back, once", async () => {
    const { writer, path } = await newPost(sites[1])
    const reader = await newReader(sites[0], path)
    await writer.post(`${path}/comments`, { comment: "Before" })
    await expect.poll(() => said(reader)).toEqual(["Before"])
    await sites[0].stop("SIGKILL")
    for (const text of ["Meanwhile", "And again"]) await writer.post(`${path}/comments`, { comment: text })
    sites[0] = await startBlog({ ...variables, PORT: new URL(reader.page.url()).port }, "web.ts")
    // The browser tries again after some seconds.
    await expect.poll(() => said(reader), { timeout: 30_000 }).toEqual(["Before", "Meanwhile", "And again"])
    await writer.post(`${path}/comments`, { comment: "After" })
    await expect.poll(() => said(reader)).toEqual(["Before", "Meanwhile", "And again", "After"])
    await reader.end()
  }, 90_000)

  it("that a window missed while its server answered 503 come too", async () => {
    const { writer, path } = await newPost(sites[1])
    const reader = await Visit.begin(browser, sites[0].url)
    // What a proxy answers while no process is there: for this reply, unlike a lost connection, browsers give up.
    let rejected = 0
    await reader.page.route(/\/comments\/live/, (route) =>
      rejected++ < 2 ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await reader.refused(503, async () => {
      await reader.open(path)
      await writer.post(`${path}/comments`, { comment: "Meanwhile" })
      await expect.poll(() => said(reader), { timeout: 30_000 }).toEqual(["Meanwhile"])
    })
    expect(rejected).toBe(3)
    expect(reader.complaints).toEqual([])
    await reader.end()
  }, 60_000)

  it("come to a window that was hidden, when it is shown again", async () => {
    const { writer, path } = await newPost(sites[0])
    const reader = await newReader(sites[0], path)
    await show(reader, false)
    await writer.post(`${path}/comments`, { comment: "Behind" })
    const back = reader.page.waitForResponse(/\/comments\/live\?after=0/)
    await show(reader, true)
    await back
    await expect.poll(() => said(reader)).toEqual(["Behind"])
    expect(reader.complaints).toEqual([])
    await reader.end()
  }, 60_000)

  it("with markup are text, live and after a reload", async () => {
    const markup = `<img src=x onerror="document.title='run'"><script>document.title='run'</script> & "so"`
    const { writer, path } = await newPost(sites[0])
    const reader = await newReader(sites[0], path)
    await writer.post(`${path}/comments`, { comment: markup })
    await expect.poll(() => said(reader)).toEqual([markup])
    await reader.page.reload()
    expect(await said(reader)).toEqual([markup])
    expect(await reader.page.locator(".comments .said *").count()).toBe(0)
    expect(await reader.page.title()).toBe("In praise of three legs – The Trivet")
    expect(reader.complaints).toEqual([])
    await reader.end()
  }, 60_000)

  it("need no JavaScript, and a rejected one comes back with what was typed", async () => {
    const { path } = await newPost(sites[0])
    const member = await newMember(sites[0], "Grace Hopper", path, false)
    await member.refused(422, () => comment(member, "x".repeat(2_001)))
    expect(await member.page.locator("#comment-error").innerText()).toContain("at most 2000 characters")
    expect(await member.page.getByLabel("Your comment").inputValue()).toHaveLength(2_001)
    await member.refused(422, () => comment(member, " \n "))
    expect(await member.page.locator("#comment-error").innerText()).toBe("Your comment is required")
    await comment(member, "Two\nlines")
    await expect.poll(() => member.path).toBe(`${path}#comment-1`)
    await expect.poll(() => said(member)).toEqual(["Two\nlines"])
    expect(member.complaints).toEqual([])
    await member.end()
  }, 60_000)

  it("lead somebody who is not signed in to the form, by way of signing in", async () => {
    const { path } = await newPost(sites[0])
    const person = new SiteClient(sites[0].url)
    const { email, password } = await person.signUp("Grace Hopper")
    const visit = await Visit.begin(browser, sites[0].url)
    await visit.open(path)
    await visit.page.locator(".comments").getByRole("link", { name: "Sign in" }).click()
    await visit.fill("E-mail address", email)
    await visit.fill("Password", password)
    await visit.press("Sign in")
    await expect.poll(() => visit.path).toBe(`${path}#comments`)
    await comment(visit, "At last")
    await expect.poll(() => said(visit)).toEqual(["At last"])
    expect(visit.complaints).toEqual([])
    await visit.end()
  }, 60_000)

  it("are open to everybody: no rule of accessibility is broken", async () => {
    const { writer, path } = await newPost(sites[0])
    const faults: string[] = []
    const member = await newMember(sites[0], "Grace Hopper", path)
    faults.push(...(await member.look("comments-none")))
    const say = async (texts: readonly string[]) => {
      for (const text of texts) await writer.post(`${path}/comments`, { comment: text })
    }
    // Two of each kind are looked at, not a full page: every element is work.
    await say(longTalk.slice(0, 4))
    await comment(member, "Mine is by the stove.\n\nIt has three legs, of course.")
    faults.push(...(await member.look("comments")))
    await member.refused(422, () => comment(member, ""))
    faults.push(...(await member.look("comments-refused")))
    const reader = await newReader(sites[0], path)
    faults.push(...(await reader.look("comments-signed-out")))
    await say(longTalk.slice(4))
    await reader.open(path)
    faults.push(...(await reader.look("comments-full", ".comments > p")))
    await reader.follow("Earlier comments")
    await expect.poll(() => said(reader)).toEqual(longTalk.slice(0, 2))
    faults.push(...(await reader.look("comments-earlier")))
    expect(faults).toEqual([])
    expect([...member.complaints, ...reader.complaints]).toEqual([])
    await Promise.all([member.end(), reader.end()])
  }, 120_000)
})

/** One more than a page has, with the one that is written by hand. */
const longTalk = Array.from({ length: 51 }, (_, at) =>
  at % 3 === 0
    ? `Number ${at + 1}. Mine stands in the barn, and has never rocked since it was made.`
    : `So it is, ${at + 1}.`,
)

/** Hides the window, or shows it, as far as its page can tell. */
async function show({ page }: Visit, isShown: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const { document } = globalThis as unknown as { document: EventTarget }
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true })
    document.dispatchEvent(new Event("visibilitychange"))
  }, !isShown)
}
