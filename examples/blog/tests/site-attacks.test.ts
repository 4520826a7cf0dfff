import { mkdtemp, rm } from "node:fs/promises"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { SiteClient } from "./testing/site-client.ts"
import { type RunningBlog, startBlog, testSecret } from "./testing/start-blog.ts"
import { testPicture } from "./testing/test-picture.ts"
import { launchBrowser, Visit } from "./testing/visit.ts"

// TRIVET_LONG=1 (`npm run test:attacks -- --full`) opens the page of every attack, and not of four.
const long = process.env["TRIVET_LONG"] === "1"

let database: TestDatabase
let site: RunningBlog
let browser: Browser | undefined
let variables: Record<string, string>
const json = { accept: "application/json" }

beforeAll(async () => {
  database = await createTestDatabase()
  variables = { DATABASE_URL: database.url, JWT_SECRET: testSecret, BCRYPT_COST: "4" }
  site = await startBlog(variables, "web.ts")
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
  await database?.drop()
})

async function newWriter(name = "Ada"): Promise<SiteClient> {
  const client = new SiteClient(site.url)
  await client.signUp(name)
  return client
}

describe("other sites' pages (41, 42)", () => {
  const host = () => new URL(site.url).host
  it.each<[string, () => Record<string, string>]>([
    ["cross-site", () => ({ "sec-fetch-site": "cross-site" })],
    ["same-site", () => ({ "sec-fetch-site": "same-site" })],
    ["another origin", () => ({ "sec-fetch-site": "", origin: "https://evil.example" })],
    ["no origin to speak of", () => ({ "sec-fetch-site": "", origin: "null" })],
    [
      "an origin that begins like ours",
      () => ({ "sec-fetch-site": "", origin: `http://${host()}.evil.example` }),
    ],
  ])("cannot change anything: %s", async (_, headers) => {
    const writer = await newWriter()
    const path = await writer.write("Mine")
    for (const [target, fields] of [
      ["/write", { title: "Theirs", content: "T", intent: "publish" }],
      [`${path}/edit`, { title: "Theirs", content: "T" }],
      [`${path}/delete`, {}],
      [`${path}/unpublish`, {}],
      [`${path}/comments`, { comment: "Theirs" }],
      ["/sign-out", {}],
    ] as const) {
      const reply = await writer.post(target, fields, headers())
      expect([target, reply.status]).toEqual([target, 403])
    }
    expect(await writer.isSignedIn()).toBe(true)
    expect(JSON.parse((await writer.get(path, json)).text)).toMatchObject({ title: "Mine", published: true })
    for (const page of ["/desk", path]) expect((await writer.get(page)).text).not.toContain("Theirs")
  })

  it("are told so on a page of the site", async () => {
    const reply = await (await newWriter()).post("/sign-out", {}, { "sec-fetch-site": "cross-site" })
    expect(reply.header("content-type")).toBe("text/html; charset=utf-8")
    expect(reply.text).toContain("<h1>")
  })
})

describe("cookies (39, 40, 44)", () => {
  it("carry every flag, and Secure in production", async () => {
    const client = await newWriter()
    const signIn = { email: "nobody@blog.example", password: "x" }
    expect(
      (await client.post("/sign-in", signIn)).cookies.filter((line) => line.startsWith("session")),
    ).toEqual([])
    const flags = /^(?:session_id|flash)=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/
    const seen = [...(await new SiteClient(site.url).post("/sign-up", person())).cookies]
    expect(seen.find((line) => line.startsWith("session_id="))).toContain("Max-Age=86400;")
    seen.push(...(await client.post("/sign-out")).cookies)
    expect(seen.length).toBe(4)
    for (const line of seen) expect(line).toMatch(flags)
    const folder = await mkdtemp(join(tmpdir(), "blog-uploads-"))
    const production = await startBlog({ ...variables, NODE_ENV: "production", UPLOADS: folder }, "web.ts")
    try {
      const { cookies } = await new SiteClient(production.url).post("/sign-up", person())
      expect(cookies.length).toBe(2)
      for (const line of cookies) expect(line).toContain("; Secure; SameSite=Lax")
    } finally {
      await production.stop()
      await rm(folder, { recursive: true })
    }
  })

  it("of any kind are plain data", async () => {
    const client = await newWriter()
    const id = client.cookies.get("session_id")!
    const many = Array.from({ length: 500 }, (_, at) => `c${at}=${at}`).join("; ")
    for (const [cookie, status] of [
      [`__proto__=x; constructor=y; session_id=${id}`, 200],
      [`session_id=${id}; session_id=other`, 200],
      [`session_id=other; session_id=${id}`, 303],
      [`session_id=%zz`, 303],
      [`session_id=__proto__`, 303],
      [`session_id=${"x".repeat(4_000)}`, 303],
      [`flash=%7B; session_id=${id}`, 200],
      [`flash=[{"kind":"error","text":{}}]; session_id=${id}`, 200],
      [`${many}; session_id=${id}`, 200],
    ] as const) {
      const reply = await new SiteClient(site.url).get("/desk", { cookie })
      expect([cookie.slice(0, 40), reply.status]).toEqual([cookie.slice(0, 40), status])
    }
  })

  it("and redirects are not split by what a user types", async () => {
    const client = new SiteClient(site.url)
    const names = ["Ada\r\nSet-Cookie: evil=1", "Ada Set-Cookie: evil=1"]
    const statuses: number[] = []
    for (const name of names) {
      const reply = await client.post("/sign-up", { ...person(), name })
      statuses.push(reply.status)
      expect(reply.cookies.some((line) => line.startsWith("evil"))).toBe(false)
    }
    // A name is one line.
    expect(statuses).toEqual([422, 303])
    const shown = await client.get("/desk")
    expect(shown.text).toContain("Set-Cookie: evil=1.</p>")
    const next = "/desk\r\nSet-Cookie: evil=1"
    const back = await client.get(`/sign-in?next=${encodeURIComponent(next)}`)
    expect([back.status, back.location, back.cookies]).toEqual([303, "/desk", []])
  })
})

describe("forged proxies (43)", () => {
  it("share one bucket of failed sign-ins, and change neither cookies nor redirects", async () => {
    const limited = await startBlog(variables, "web.ts")
    const statuses = new Map<number, number>()
    try {
      const client = new SiteClient(limited.url)
      const proxied = (at: number) => ({
        "x-forwarded-for": `10.0.${at >> 8}.${at & 255}`,
        forwarded: `for=10.0.0.${at};proto=https;host=evil.example`,
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      })
      for (let at = 0; at < 103; at++) {
        const fields = { email: `nobody-${at}@blog.example`, password: "wrong" }
        const { status } = await client.post("/sign-in", fields, proxied(at))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
      expect([...statuses]).toEqual([
        [401, 100],
        [429, 3],
      ])
      const reply = await client.post("/sign-up", person(), proxied(1))
      expect(reply.location).toBe("/desk")
      expect(reply.cookies.join()).not.toContain("Secure")
    } finally {
      await limited.stop()
    }
  })

  it("nor does an account allow an 11th wrong password", async () => {
    const client = new SiteClient(site.url)
    const { email } = await client.signUp()
    await client.post("/sign-out")
    for (let time = 0; time < 10; time++)
      expect((await client.post("/sign-in", { email, password: "wrong" })).status).toBe(401)
    const reply = await client.post("/sign-in", { email, password: "a good password" })
    expect(reply.status).toBe(429)
    expect(Number(reply.header("retry-after"))).toBeGreaterThan(0)
    expect(reply.text).toContain("too many tries")
    expect(reply.text).toContain(`value="${email}"`)
  })
})

describe("sessions (53, 54)", () => {
  it("have a new id after signing in, and the old one is unknown", async () => {
    const victim = new SiteClient(site.url)
    const member = await victim.signUp()
    const first = victim.cookies.get("session_id")!
    for (const chosen of [crypto.randomUUID(), first]) {
      victim.cookies.set("session_id", chosen)
      await victim.post("/sign-in", member)
      const id = victim.cookies.get("session_id")!
      expect(id).toMatch(/^[\da-f-]{36}$/)
      expect(id).not.toBe(chosen)
      expect(await victim.isSignedIn()).toBe(true)
      const attacker = new SiteClient(site.url)
      attacker.cookies.set("session_id", chosen)
      expect(await attacker.isSignedIn()).toBe(false)
    }
  })

  it("end with a sign-out, also for whoever has kept the cookie", async () => {
    const client = await newWriter()
    const kept = new SiteClient(site.url)
    kept.cookies.set("session_id", client.cookies.get("session_id")!)
    expect(await kept.isSignedIn()).toBe(true)
    expect((await client.post("/sign-out")).location).toBe("/")
    expect(await kept.isSignedIn()).toBe(false)
    expect((await client.post("/sign-out")).status).toBe(303)
  })
})

describe("what users write (77)", () => {
  const attacks = [
    `<script>hurt("1")</script>`,
    `"><img src=x onerror="hurt(2)">`,
    `'><svg onload=hurt(3)>`,
    `</title></textarea></script><script>hurt(4)</script>`,
    `<a href="javascript:hurt(5)">x</a> javascript:hurt(5) https://x.example/"onmouseover="hurt(5)`,
    "```\n</code></pre><script>hurt(6)</script>\n```",
    `**<b onclick=hurt(7)>** *<i>* \`<u>\``,
    `> <iframe srcdoc="<script>parent.hurt(8)</script>">`,
    `{{constructor.constructor("hurt(9)")()}} \${hurt(9)} %3Cscript%3E &lt;script&gt;`,
  ]

  it("is shown, and never becomes markup", async () => {
    const writer = await newWriter(attacks[1])
    const paths: string[] = []
    for (const attack of attacks)
      paths.push(await writer.write(attack.replaceAll("\n", " "), attacks.join("\n\n")))
    const [path] = paths
    for (const attack of attacks)
      expect((await writer.post(`${path}/comments`, { comment: attack })).status).toBe(303)
    const picture = new FormData()
    picture.set("picture", new Blob([new Uint8Array(testPicture(4, 4))]), `"><script>hurt(10)</script>.png`)
    picture.set("description", attacks[1]!)
    expect((await writer.post(`${path}/picture`, picture)).status).toBe(303)
    browser = await launchBrowser()
    const visit = await Visit.begin(browser, site.url)
    await visit.page.exposeFunction("hurt", () => visit.page.evaluate("document.title = 'hurt'"))
    const [name, value] = [...writer.cookies].find(([one]) => one === "session_id")!
    await visit.page.context().addCookies([{ name, value, url: site.url }])
    const next = encodeURIComponent(attacks[1]!)
    const own = [`${path}/edit`, `${path}/picture`, `${path}/delete`, `${path}/comments?before=99`]
    // All have the same text; the titles of all are on the first page and the desk.
    const posts = long ? paths : paths.slice(0, 4)
    for (const page of ["/", ...posts, ...own, "/desk"]) {
      await visit.open(page)
      const found = await visit.page.evaluate(
        `[...document.querySelectorAll("script:not([src='/assets/comments.js']), iframe, [onerror], [onload], [onclick], [onmouseover], [href^=javascript]")].length`,
      )
      expect([page, found, await visit.page.title()]).toEqual([page, 0, expect.not.stringMatching(/^hurt$/)])
    }
    await visit.open(path!)
    expect(await visit.heading()).toBe(attacks[0])
    expect(await visit.page.locator(".said").allTextContents()).toEqual(attacks)
    expect(await visit.page.locator("article img").getAttribute("alt")).toBe(attacks[1])
    await visit.page.context().clearCookies()
    await visit.open(`/sign-in?next=${next}`)
    expect(await visit.page.locator("input[name=next]").inputValue()).toBe(attacks[1])
    // The policy would have stopped what got through, and said so here.
    expect(visit.complaints).toEqual([])
    await visit.end()
  })

  it("keeps the policy of each page, with a nonce of its own", async () => {
    const policies = await Promise.all(
      ["/", "/nowhere", "/sign-in"].map((path) => new SiteClient(site.url).get(path)),
    )
    const nonces = policies.map(
      (reply) => /'nonce-([\da-f]{32})'/.exec(reply.header("content-security-policy"))?.[1],
    )
    expect(new Set(nonces).size).toBe(3)
    for (const reply of policies) {
      expect(reply.header("content-security-policy")).toContain("form-action 'self'; frame-ancestors 'none'")
      expect(reply.header("x-content-type-options")).toBe("nosniff")
      expect(reply.header("referrer-policy")).toBe("same-origin")
    }
  })
})

describe("targets to go back to (78)", () => {
  const unsafe = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example",
    " //evil.example",
    "/%0d%0aLocation:%20https://evil.example\r\n",
    "evil.example",
  ]

  it.each(unsafe)("%j is refused", async (next) => {
    const client = new SiteClient(site.url)
    const member = await client.signUp()
    const known = await client.get(`/sign-in?next=${encodeURIComponent(next)}`)
    expect([known.status, known.location]).toEqual([303, "/desk"])
    await client.post("/sign-out")
    const reply = await client.post("/sign-in", { ...member, next })
    expect([reply.status, reply.location]).toEqual([303, "/desk"])
  })

  it("a page of this site is fine", async () => {
    const client = new SiteClient(site.url)
    const member = await client.signUp()
    await client.post("/sign-out")
    const sent = await client.get("/posts/x/edit")
    expect(sent.location).toBe("/sign-in?next=%2Fposts%2Fx%2Fedit")
    const reply = await client.post("/sign-in", { ...member, next: "/posts?limit=2" })
    expect(reply.location).toBe("/posts?limit=2")
  })
})

describe("other people's posts", () => {
  it("are changed by nobody but their author", async () => {
    const [writer, other, nobody] = [await newWriter(), await newWriter(), new SiteClient(site.url)]
    const path = await writer.write("Mine")
    const picture = new FormData()
    picture.set("picture", new Blob([new Uint8Array(testPicture(4, 4))]), "a.png")
    for (const [target, fields] of [
      [`${path}/edit`, { title: "T", content: "T" }],
      [`${path}/publish`, {}],
      [`${path}/unpublish`, {}],
      [`${path}/delete`, {}],
      [`${path}/picture`, picture],
      [`${path}/picture/remove`, {}],
    ] as const) {
      expect([target, (await other.post(target, fields)).status]).toEqual([target, 403])
      expect((await nobody.post(target, fields)).location).toMatch(/^\/sign-in\?next=/)
    }
    for (const page of ["edit", "delete", "picture"])
      expect((await other.get(`${path}/${page}`)).status).toBe(403)
    expect((await other.get(path)).text).not.toContain("This post is yours")
    expect(JSON.parse((await nobody.get(path, json)).text)).toMatchObject({ title: "Mine", published: true })
    expect((await nobody.get(path)).text).not.toContain("<img")
    for (const page of ["/posts/nope/edit", `/posts/${crypto.randomUUID()}/delete`])
      expect((await other.get(page)).status).toBe(404)
  })
})

describe("pictures", () => {
  const upload = (bytes: Uint8Array, name: string) => {
    const form = new FormData()
    form.set("picture", new Blob([new Uint8Array(bytes)], { type: "image/png" }), name)
    form.set("description", "D")
    return form
  }

  it("are pictures, are served as such and as nothing else, and go with their post", async () => {
    const writer = await newWriter()
    const path = await writer.write("Pictured")
    const page = Buffer.from("<script>alert(1)</script>")
    for (const refused of [
      page,
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    ]) {
      const reply = await writer.post(`${path}/picture`, upload(refused, "a.png"))
      expect([reply.status, reply.text.includes(`value="D"`)]).toEqual([422, true])
    }
    expect((await writer.post(`${path}/picture`, upload(Buffer.alloc(9 << 20), "big.png"))).status).toBe(413)
    expect((await writer.post(`${path}/picture`, upload(testPicture(8, 8), "../../x.html"))).status).toBe(303)
    const [, src] = /<img src="(\/pictures\/[\da-f-]{36}\.png)"/.exec((await writer.get(path)).text)!
    const picture = await writer.get(src!)
    expect(picture.status).toBe(200)
    expect(picture.header("content-type")).toBe("image/png")
    expect(picture.header("x-content-type-options")).toBe("nosniff")
    expect(picture.header("content-security-policy")).toContain("sandbox")
    expect(picture.header("content-disposition")).toBe("attachment")
    expect(Object.keys(JSON.parse((await writer.get(path, json)).text) as object)).toEqual([
      "id",
      "title",
      "content",
      "author_id",
      "author",
      "published",
      "created_at",
      "updated_at",
    ])
    await writer.post(`${path}/picture`, upload(testPicture(9, 9), "other.png"))
    expect((await writer.get(src!)).status).toBe(404)
    const [, second] = /<img src="([^"]+)"/.exec((await writer.get(path)).text)!
    expect((await writer.get(second!)).status).toBe(200)
    await writer.post(`${path}/delete`)
    expect((await writer.get(second!)).status).toBe(404)
  })

  it.each([
    "/pictures/../web.ts",
    "/pictures/..%2fweb.ts",
    "/pictures/%2e%2e/web.ts",
    "/pictures/",
    "/assets/",
  ])("%s is no way out of their folder", async (path) => {
    expect(await statusOf(path)).toBeGreaterThanOrEqual(400)
  })
})

/** The path as it is written: `fetch()` would tidy it. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.url)
    const call = request({ hostname, port, path }, (reply) => resolve(reply.resume().statusCode!))
    call.on("error", reject).end()
  })
}

function person() {
  return { email: `${crypto.randomUUID()}@blog.example`, password: "a good password", name: "Ada" }
}
