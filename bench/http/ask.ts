import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Case } from "./cases.ts"

/** What a server answered: only what all servers must have in common. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const good = { name: "Grace Hopper", email: "grace@example.com", age: 85 }

const calls: Readonly<Record<"a" | "b" | "c" | "d", (url: string) => Promise<Answer[]>>> = {
  a: async (url) => [await ask(`${url}/users/7`), await ask(`${url}/users/other-id`)],
  b: async (url) => [
    await ask(`${url}/users`, JSON.stringify(good)),
    await ask(`${url}/users`, JSON.stringify({ ...good, email: "nobody" })),
    await ask(`${url}/users`, JSON.stringify({ ...good, age: -1 })),
    await ask(`${url}/users`, JSON.stringify({ ...good, name: "" })),
    await ask(`${url}/users`, JSON.stringify({ name: good.name })),
    await ask(`${url}/users`, "{"),
  ],
  // The third answer shows that each of the three middlewares ran once for each of the two calls before.
  c: async (url) => [
    await ask(`${url}/guarded/7`),
    await ask(`${url}/guarded/8`),
    await ask(`${url}/passes`),
  ],
  d: (url) =>
    Promise.all(
      ["/things-0", "/things-199/7", "/things-0/7/reviews", "/things-200", "/wp-login.php?1=2"].map((path) =>
        ask(url + path, undefined, browserHeaders()),
      ),
    ),
}

/** The headers that wrk sends in (d). */
function browserHeaders(): Record<string, string> {
  const script = readFileSync(join(import.meta.dirname, "wrk/browser.lua"), "utf8")
  const lines = [...script.matchAll(/^wrk\.headers\["(.+)"\] = "(.*)"$/gm)]
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value]))
}

/** Asks a server that has answered nothing yet all that a case is about. */
export function askAll(url: string, name: Case["name"]): Promise<readonly Answer[]> {
  return calls[name === "a" || name === "b" || name === "c" ? name : "d"](url)
}

async function ask(url: string, body?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const reply = await fetch(
    url,
    body === undefined
      ? { headers }
      : { method: "POST", headers: { "content-type": "application/json" }, body },
  )
  const type = reply.headers.get("content-type") ?? ""
  if (!/^application\/json\b/.test(type))
    throw new Error(`${url} answered ${reply.status} as "${type}", not JSON`)
  return { status: reply.status, body: await reply.json() }
}
