import { request } from "node:http"
import {
  type Context,
  createApp,
  createJsonLog,
  dto,
  get,
  group,
  inject,
  KeyValue,
  MemoryKeyValue,
  module,
  post,
  provide,
  routes,
} from "trivet"
import { serve, type Served } from "trivet/node"
import { flash, html, redirect, web } from "trivet/web"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  auth,
  BearerAuth,
  AccessTokens,
  csrf,
  Revocations,
  SessionAuth,
  sessionCookie,
  Sessions,
} from "../../src/index.ts"
import { ada, secret } from "../testing/test-auth.ts"

const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.example" }
let written: string[] = []

/** A site where a form changes something in the name of whoever is signed in. */
class Site {
  readonly #sessions = inject(Sessions)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)

  routes() {
    return routes([
      post("/login", this.login),
      post("/token", () => this.#token()),
      group(
        "/notes",
        [SessionAuth],
        [get("", () => html`<form method="post"></form>`), post("", this.write)],
      ),
      group("/bearer", [BearerAuth], [post("", this.write)]),
    ])
  }
  async #token() {
    return this.#tokens.create(ada, await this.#revocations.generationOf("u1"))
  }
  async login(ctx: Context) {
    const generation = await this.#revocations.generationOf("u1")
    ctx.setCookie(sessionCookie, await this.#sessions.create("u1", generation))
    flash(ctx, { kind: "success", text: "Welcome" })
    return redirect("/notes")
  }
  async write(ctx: Context<string, "user_id">) {
    const { text } = await ctx.bind(dto({ text: "required" }))
    written.push(`${ctx.get("user_id")}: ${text}`)
    return redirect("/notes")
  }
}

const stores = module({
  name: "stores",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue())],
})
const pieces = auth({ settings: { secret, issuer: "tests" }, imports: [stores] })
const Root = module({ name: "site", imports: [pieces], declarations: [Site] })

let served: Served
beforeAll(async () => {
  const app = await createApp(Root, {
    platform: web(),
    production: true,
    middlewares: [csrf()],
    log: createJsonLog({ write: () => undefined }),
  })
  served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
})
afterAll(() => served.stop())

/** A call with exactly these headers: `fetch()` would set some of its own. */
function send(
  path: string,
  headers: Readonly<Record<string, string>>,
  type = "application/x-www-form-urlencoded",
): Promise<Response> {
  written = []
  return new Promise((give, refuse) => {
    const call = request(
      {
        host: "127.0.0.1",
        port: served.port,
        path,
        method: "POST",
        headers: { "content-type": type, ...headers },
      },
      (reply) => {
        let text = ""
        reply.setEncoding("utf8")
        reply.on("data", (piece: string) => (text += piece))
        reply.on("end", () =>
          give(
            new Response(text || null, { status: reply.statusCode!, headers: headersOf(reply.rawHeaders) }),
          ),
        )
      },
    )
    call.on("error", refuse)
    call.end(type.includes("json") ? '{"text":"hello"}' : "text=hello")
  })
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at]!, raw[at + 1]!)
  return headers
}

async function signIn(): Promise<{ readonly cookie: string; readonly lines: readonly string[] }> {
  const lines = (await send("/login", {})).headers.getSetCookie()
  return { cookie: lines[0]!.split(";", 1)[0]!, lines }
}

describe("attack 41: another site's form, sent with the user's session", () => {
  it.each<Record<string, string>>([
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "http://127.0.0.1" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1.evil.example" },
    { origin: "http://127.0.0.1:1" },
  ])("is refused, and nothing is written: %j", async (headers) => {
    const { cookie } = await signIn()
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "application/json"]) {
      const reply = await send("/notes", { cookie, accept: "text/html", ...headers }, type)
      expect([reply.status, written]).toEqual([403, []])
      expect(await reply.text()).toContain("403 Forbidden")
    }
  })

  it("is told from the site's own form, and from no browser at all", async () => {
    const { cookie } = await signIn()
    const own = { origin: `http://127.0.0.1:${served.port}` }
    for (const headers of [
      { "sec-fetch-site": "same-origin", ...own },
      own,
      { "sec-fetch-site": "none" },
      {},
    ]) {
      expect((await send("/notes", { cookie, ...headers })).status).toBe(303)
      expect(written).toEqual(["u1: hello"])
    }
  })

  it("leaves requests with a bearer token alone", async () => {
    const token = await (await send("/token", {})).json()
    const reply = await send("/bearer", { authorization: `Bearer ${String(token)}`, ...foreign })
    expect([reply.status, written]).toEqual([303, ["u1: hello"]])
  })
})

describe("attack 41: another site's form, sent without a session", () => {
  it.each(["application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data"])(
    "cannot sign the visitor in to another account, nor out: %s",
    async (type) => {
      for (const headers of [foreign, { ...foreign, authorization: "Basic YTpi" }])
        for (const path of ["/login", "/notes"]) {
          const reply = await send(path, headers, type)
          expect([reply.status, reply.headers.getSetCookie(), written]).toEqual([403, [], []])
        }
    },
  )
})

describe("attack 44: the cookies of a site that people sign in to", () => {
  it("are HttpOnly, have SameSite and Path, and are Secure in production", async () => {
    const { lines } = await signIn()
    expect(lines.map((line) => line.split("=", 1)[0])).toEqual([sessionCookie, "flash"])
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  })
})
