import { get as httpGet } from "node:http"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorkers, type Workerd } from "./start-workerd.ts"

const file = (name: string) => join(import.meta.dirname, `workers/${name}-worker.ts`)
const conformance = (name: string) => join(import.meta.dirname, `../conformance/${name}.ts`)
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

let workerd: Workerd

beforeAll(async () => {
  const notes = { file: file("notes"), bindings: { GREETING: "hello", LIMIT: 7 }, kvNamespaces: ["NOTES"] }
  workerd = await startWorkers({
    notes: { ...notes, compatibilityFlags: ["enable_request_signal"] },
    "notes without settings": { ...notes, bindings: {} },
    start: { file: file("start"), bindings: { FAILURES: 0 } },
    "start, left": { file: file("start"), bindings: { FAILURES: 0 } },
    "start, failing": { file: file("start"), bindings: { FAILURES: 2 } },
    site: { file: file("site") },
    "site, development": { file: file("site"), bindings: { DEVELOPMENT: "yes" } },
    "scope without storage": { file: conformance("worker"), bindings: { MAKE: "scoped" } },
    "scope with nodejs_compat": {
      file: conformance("worker"),
      bindings: { MAKE: "scoped" },
      compatibilityFlags: ["nodejs_compat"],
    },
  })
})
afterAll(() => workerd?.stop())

function ask(worker: string, path: string, init?: RequestInit): Promise<Response> {
  return fetch(`http://127.0.0.1:${workerd.ports[worker]}${path}`, { redirect: "manual", ...init })
}

async function json(worker: string, path: string, init?: RequestInit): Promise<unknown> {
  return (await ask(worker, path, init)).json()
}

const noted = async (key: string) =>
  ((await json("notes", `/notes/${key}`)) as { value: string | null }).value

/** Asks, and leaves when the test says so. */
function askAndLeave(
  worker: string,
  path: string,
): { readonly sent: Promise<void>; readonly begun: Promise<void>; leave(): void } {
  const call = httpGet({ host: "127.0.0.1", port: workerd.ports[worker], path, agent: false })
  call.on("error", () => undefined)
  const begun = new Promise<void>((go) =>
    call.on("response", (reply) => {
      reply.on("error", () => undefined)
      reply.once("data", () => go())
    }),
  )
  const sent = new Promise<void>((go) => call.once("finish", () => go()))
  return { sent, begun, leave: () => void call.destroy() }
}

describe("an application on workerd", () => {
  it("has run its hooks once, and has its settings and bindings", async () => {
    const facts = { started: 1, served: 1, served_noted: "yes", GREETING: "hello", LIMIT: 7, address: "" }
    expect(await json("notes", "/facts")).toEqual(facts)
    expect(await json("notes", "/facts")).toEqual(facts)
  })

  it("reads and writes a KV namespace", async () => {
    expect((await ask("notes", "/notes/a", { method: "PUT", body: "ä note" })).status).toBe(204)
    expect(await noted("a")).toBe("ä note")
    await ask("notes", "/notes/a", { method: "DELETE" })
    expect(await noted("a")).toBe(null)
  })

  it("answers 500 without its settings, and says which are missing", async () => {
    const reply = await ask("notes without settings", "/facts")
    expect([reply.status, await reply.json()]).toEqual([500, { error: "Internal Server Error" }])
    await expect.poll(() => workerd.lines.join("\n")).toMatch(/CONFIG_INVALID[^]+GREETING +is not set/)
  })

  it("takes the client's address from Cloudflare, and from nobody else", async () => {
    const address = async (headers: Record<string, string>) =>
      ((await json("notes", "/facts", { headers })) as { address: string }).address
    const forged = { "cf-connecting-ip": "203.0.113.7" }
    expect(await address(forged)).toBe("")
    // This header makes workerd set `request.cf`, because Miniflare's configuration says so.
    expect(await address({ ...forged, "mf-cf-blob": '{"colo":"FRA"}' })).toBe("203.0.113.7")
  })
})

describe("after the reply", () => {
  it("onDone() listeners are waited for", async () => {
    expect(await json("notes", "/done/after")).toEqual({ replied: true })
    await expect.poll(() => noted("after")).toBe("200 false")
  })

  it("a listener that rejects is logged", async () => {
    await ask("notes", "/done-fails")
    await expect.poll(() => workerd.lines.join("\n")).toContain("this listener rejects")
  })
})

describe("streams", () => {
  it("come in pieces, and end", async () => {
    const reply = await ask("notes", "/pieces/streamed")
    expect(await reply.text()).toBe("one two three")
    await expect.poll(() => noted("streamed")).toBe("aborted: false")
  })

  it("of events come as they happen", async () => {
    const reply = await ask("notes", "/events")
    expect(reply.headers.get("content-type")).toBe("text/event-stream")
    const pieces: string[] = []
    for await (const piece of reply.body!) pieces.push(new TextDecoder().decode(piece as Uint8Array))
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join("")).toBe(
      ":\n\n" + [1, 2, 3].map((id) => `id: ${id}\ndata: {"id":${id}}\n\n`).join(""),
    )
  })

  it("end with a client who leaves, with the flag enable_request_signal", async () => {
    const call = askAndLeave("notes", "/endless/endless")
    await call.begun
    call.leave()
    await expect.poll(() => noted("endless-signal")).toBe("aborted")
    await expect.poll(() => noted("endless-source")).toBe("closed")
    await expect.poll(() => noted("endless-done")).toBe("aborted: true")
    expect(workerd.lines.join("\n")).not.toContain("the source of a reply failed")
  })
})

describe("the first requests of an isolate", () => {
  it("share one start", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => json("start", "/builds")))
    expect(replies.map((reply) => (reply as { builds: number }).builds)).toEqual(Array(8).fill(1))
  })

  it("are answered also if the very first client leaves", async () => {
    const first = askAndLeave("start, left", "/builds")
    await first.sent
    const others = [1, 2].map(() => json("start, left", "/builds"))
    first.leave()
    for (const reply of await Promise.all(others)) expect(reply).toMatchObject({ builds: 1 })
    expect(await json("start, left", "/builds")).toMatchObject({ builds: 1 })
  })

  it("get 500 while it fails, and the fault is printed with its fix", async () => {
    const replies = []
    for (let round = 0; round < 3; round++) replies.push(await ask("start, failing", "/builds"))
    expect(replies.map(({ status }) => status)).toEqual([500, 500, 200])
    expect(await replies[0]!.json()).toEqual({ error: "Internal Server Error" })
    const printed = workerd.lines.join("\n")
    expect(printed).toMatch(/1 fault: the application was not started[^]+fix: /)
    expect(printed).toContain("in memory only, lost with this isolate: key-value store")
  })
})

describe("a site on workerd", () => {
  it("has pages, forms and messages", async () => {
    const page = await ask("site", "/notes", { headers: browser })
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self' 'nonce-\w{32}'/)
    const send = (title: string) =>
      ask("site", "/notes", {
        method: "POST",
        headers: { ...browser, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ title }),
      })
    const refused = await send("<")
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="&lt;"')])
    const saved = await send("A title")
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/notes"])
    const cookie = saved.headers.getSetCookie()[0]!
    expect(cookie).toContain("Secure")
    const shown = await ask("site", "/notes", { headers: { ...browser, cookie: cookie.split(";")[0]! } })
    expect(await shown.text()).toContain('<p class="flash">Saved: A title</p>')
  })

  it("counts as production: no details of an error", async () => {
    const broken = await ask("site", "/broken", { headers: browser })
    const text = await broken.text()
    expect([broken.status, text]).toEqual([500, expect.stringContaining("Internal Server Error")])
    expect(text).not.toContain("secret")
  })

  it("shows a developer the error and its stack", async () => {
    const text = await (await ask("site, development", "/broken", { headers: browser })).text()
    expect(text).toContain("the secret of the site")
  })
})

describe("the call scope", () => {
  it("is refused without AsyncLocalStorage", async () => {
    expect((await ask("scope without storage", "/returned/number")).status).toBe(500)
    await expect.poll(() => workerd.lines.join("\n")).toContain("CALL_SCOPE_UNAVAILABLE")
  })

  it("works with nodejs_compat as its fault says", async () => {
    expect(await json("scope with nodejs_compat", "/returned/number")).toBe(42)
  })
})
