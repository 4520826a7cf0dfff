import { rmSync } from "node:fs"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { folderOf, RunningTool } from "../testing/running-tool.ts"
import { ask, askAsPage, callsOf, type Developed, develop, type ListedCall } from "./dashboard-client.ts"
import { planted, plantedFiles } from "./planted-app.ts"

const folder = folderOf(plantedFiles)
const environment = {
  JWT_SECRET: planted.environment,
  DATABASE_URL: `postgres://blog:${planted.databasePassword}@127.0.0.1/none`,
  PIN_CODE: "739154",
  MODE: "fast",
}
let dev: Developed
let own: URL

beforeAll(async () => {
  dev = await develop(folder, environment)
  own = new URL(dev.url)
})
afterAll(async () => {
  await dev?.tool.end()
  rmSync(folder, { recursive: true, force: true })
})

describe("the dashboard's address", () => {
  it("has a token of 192 bits, and nothing is answered without it", async () => {
    const token = own.pathname.slice(1, -1)
    expect(Buffer.from(token, "base64url").length).toBe(24)
    expect((await ask(dev.url)).status).toBe(200)
    const wrong = [
      "/",
      "/events",
      `/${token.slice(1)}/`,
      `/${token}x/`,
      `/${token.toLowerCase()}/`,
      "//",
      "/%2e/",
    ]
    for (const path of wrong) {
      const reply = await ask(`${own.origin}${path}`)
      expect([path, reply.status, reply.body]).toEqual([path, 404, ""])
    }
  })

  it("is of this machine only", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && one.address !== "127.0.0.1" && one.scopeid === 0)
      .map((one) => one!.address)
    for (const host of [...outside, "::1"]) expect(await canConnect(host, Number(own.port)), host).toBe(false)
    expect(await canConnect("127.0.0.1", Number(own.port))).toBe(true)
  })

  it("rejects another host, as of a name that an attacker lets resolve to this machine", async () => {
    const hosts = [
      "evil.example",
      "127.0.0.1",
      "localhost.evil.example",
      "localhost.",
      "0.0.0.0",
      "[::1]",
      "",
    ]
    for (const name of hosts) {
      const host = name === "127.0.0.1" ? name : `${name}:${own.port}`
      expect([host, (await ask(dev.url, { headers: { host } })).status]).toEqual([host, 403])
    }
    const named = await ask(dev.url, { headers: { host: `LOCALHOST:${own.port}` } })
    expect(named.status).toBe(200)
  })

  it("rejects what another site's page sends, also one of another port", async () => {
    const headers: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "http://localhost:3000" },
      { origin: "null" },
      { origin: `https://127.0.0.1:${own.port}` },
    ]
    for (const path of ["", "events", "application", "call?id=1", "page.js", "waterfall.js", "modules.svg"])
      for (const sent of headers) expect((await ask(dev.url + path, { headers: sent })).status).toBe(403)
  })

  it("takes requests and saved tests only from its own page", async () => {
    const body = JSON.stringify({ method: "GET", path: "/hello/there" })
    const json = { "content-type": "application/json" }
    const send = (headers: Record<string, string>) => ask(`${dev.url}send`, { method: "POST", headers, body })
    expect((await send(json)).status).toBe(403)
    expect((await send({ ...json, origin: "https://evil.example" })).status).toBe(403)
    // What a form or a fetch without asking can send.
    expect((await send({ origin: own.origin, "content-type": "text/plain" })).status).toBe(400)
    expect((await send({ origin: own.origin })).status).toBe(400)
    expect((await ask(`${dev.url}send`, { headers: { origin: own.origin } })).status).toBe(404)
    expect((await send({ ...json, origin: own.origin })).status).toBe(200)
  })

  it("reads at most 1 MiB", async () => {
    const wish = { method: "POST", path: "/hello/there" }
    const statusWith = async (letters: number) =>
      (await askAsPage(dev.url, "send", { ...wish, body: "x".repeat(letters) })).status
    expect([await statusWith(1000 * 1024), await statusWith(1024 * 1024)]).toEqual([200, 400])
  })

  it("runs only a test that it has saved", async () => {
    for (const id of ["src/main.ts", "../../etc/passwd", "--config=evil.ts", ""])
      expect((await askAsPage(dev.url, "run", { id })).status).toBe(404)
  })

  it("sends requests to the application and nowhere else", async () => {
    for (const path of ["http://evil.example/", "evil.example", "@evil.example/"]) {
      const reply = await askAsPage(dev.url, "send", { method: "GET", path })
      expect(reply.body).toContain("problem")
    }
    // A second slash is a path of the application, and no host.
    const reply = await askAsPage(dev.url, "send", { method: "GET", path: "//evil.example/" })
    expect(reply.body).toContain("done")
  })

  it("has headers with which no other page embeds, opens or stores it", async () => {
    const scripts = ["page.js", "elements.js", "waterfall.js"]
    for (const path of ["", "page.css", ...scripts, "application", "nothing"]) {
      const { headers } = await ask(dev.url + path)
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      )
      expect(headers["content-security-policy"]).not.toContain("unsafe")
      expect(headers).toMatchObject({
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      })
      expect(headers).not.toHaveProperty("access-control-allow-origin")
    }
  })
})

describe("secrets", () => {
  let calls: readonly ListedCall[]
  beforeAll(async () => {
    const before = (await callsOf(dev.url, 0)).length
    const json = { "content-type": "application/json" }
    const credentials = {
      authorization: `Bearer ${planted.bearer}`,
      cookie: `theme=${planted.cookie}`,
      "x-api-key": planted.apiKey,
      referer: `http://localhost/?q=${planted.query}`,
    }
    const query = new URLSearchParams({ note: planted.query, code: planted.code, limit: "20" })
    const login = JSON.stringify({ email: "ada@example.com", password: planted.password })
    await ask(`${dev.app}/login`, { method: "POST", headers: json, body: login })
    // As curl sends it unless told otherwise: named a form.
    const form = { "content-type": "application/x-www-form-urlencoded" }
    await ask(`${dev.app}/login`, { method: "POST", headers: form, body: login })
    const half = `{"password":"${planted.malformed}"`
    await ask(`${dev.app}/login`, { method: "POST", headers: json, body: half })
    await ask(`${dev.app}/login`, { method: "POST", headers: form, body: half })
    await ask(`${dev.app}/fail?${query.toString()}`, { headers: credentials })
    await ask(`${dev.app}/fail?${planted.code}`, {
      headers: { authorization: `Basic ${btoa(`ada:${planted.password}`)}` },
    })
    await ask(`${dev.app}/reset/${planted.parameter}`)
    await ask(`${dev.app}/nothing/${planted.random}?token=${planted.webToken}`)
    calls = await callsOf(dev.url, before + 8)
  })

  it("appear in nothing that the dashboard's server sends", async () => {
    const pages = await Promise.all(
      ["", "application", "modules.svg", ...calls.map(({ id }) => `call?id=${id}`)].map(
        async (path) => (await ask(dev.url + path)).body,
      ),
    )
    const all = [...pages, JSON.stringify(calls)].join("\n")
    for (const [name, value] of Object.entries(planted))
      for (const form of [
        value,
        encodeURIComponent(value),
        new URLSearchParams({ v: value }).toString().slice(2),
      ])
        expect(
          all.includes(form),
          `${name}: ${all.slice(Math.max(0, all.indexOf(form) - 200), all.indexOf(form) + 60)}`,
        ).toBe(false)
    expect(all).not.toContain(environment.PIN_CODE)
    expect(all).not.toContain(btoa(`ada:${planted.password}`))
  })

  it("are the only thing that is hidden", async () => {
    const shown = calls.map(({ method, path, status }) => `${method} ${path} ${status}`)
    expect(shown).toContain("GET /fail?note=•••&code=•••&limit=20 500")
    expect(shown).toContain("GET /reset/••• 200")
    const login = calls.find(({ path, status }) => path === "/login" && status === 200)!
    const call = JSON.parse((await ask(`${dev.url}call?id=${login.id}`)).body) as Shown
    expect(JSON.parse(call.request.body.text)).toEqual({ email: "ada@example.com", password: "•••" })
    expect(JSON.parse(call.reply.body.text)).toMatchObject({
      token: "•••",
      user: { email: "ada@example.com" },
    })
    expect(call.operations).toMatchObject([
      { kind: "sql", text: "select * from users where password = '…' and id = $1" },
      { kind: "redis", text: "GET" },
    ])
    expect(call.logs).toMatchObject([{ level: "info", message: "login of ada@example.com with •••" }])
    const failed = calls.find(({ path }) => path.startsWith("/fail?note"))!
    const { error } = JSON.parse((await ask(`${dev.url}call?id=${failed.id}`)).body) as Shown
    expect(error.source.file).toBe("src/planted-controller.ts")
    expect(error.source.lines[error.source.line - error.source.first]).toContain("throw new Error")
  })

  it("of the configuration are named, and only what cannot be one is shown", async () => {
    const { variables } = JSON.parse((await ask(`${dev.url}application`)).body) as {
      variables: { name: string; isSet: boolean; value?: string }[]
    }
    expect(variables.map(({ name, isSet, value }) => [name, isSet, value])).toEqual([
      ["PORT", true, "0"],
      ["JWT_SECRET", true, undefined],
      ["DATABASE_URL", true, undefined],
      ["PIN_CODE", true, undefined],
      ["MODE", true, "fast"],
    ])
  })
})

interface Shown {
  readonly request: { readonly body: { readonly text: string } }
  readonly reply: { readonly body: { readonly text: string } }
  readonly operations: readonly object[]
  readonly logs: readonly object[]
  readonly error: {
    readonly source: {
      readonly file: string
      readonly line: number
      readonly first: number
      readonly lines: string[]
    }
  }
}

describe("in production", () => {
  it("there is no dashboard", async () => {
    const tool = new RunningTool(folder, ["dev"], {
      env: { ...environment, PORT: "0", NODE_ENV: "production" },
    })
    try {
      await tool.waitFor(/^ready /m)
      expect(tool.output).not.toContain("dashboard")
    } finally {
      await tool.end()
    }
  })
})

function canConnect(host: string, port: number): Promise<boolean> {
  return new Promise((give) => {
    const socket = connect({ host, port, timeout: 2000 })
    const end = (result: boolean) => {
      socket.destroy()
      give(result)
    }
    socket
      .on("connect", () => end(true))
      .on("error", () => end(false))
      .on("timeout", () => end(false))
  })
}
