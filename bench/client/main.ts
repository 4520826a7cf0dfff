import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { contract, dto, list } from "trivet"
import { createClient } from "trivet/client"
import { median, shuffle, table } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"

// npm run bench:client -- [--rounds 300] [--calls 40] [--timeout 0]
//
// Processor time of one call through the client, and through `fetch` by hand with the same address, headers and parsing.
// Both run in this process, in short turns, so that other work on the machine disturbs them alike; the server is another
// process.
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "300" },
    calls: { type: "string", default: "40" },
    timeout: { type: "string", default: "0" },
  },
})
const [rounds, calls] = [Number(values.rounds), Number(values.calls)]
const goal = 0.95
const atOnce = 8

const Post = dto({ id: "required", title: "required", published: "boolean" })
const Posts = contract({
  index: {
    method: "GET",
    path: "/orgs/:org/posts",
    accepts: { query: dto({ limit: "integer", word: "" }) },
    returns: { 200: list(Post) },
  },
  create: {
    method: "POST",
    path: "/orgs/:org/posts",
    accepts: { body: dto({ title: "required" }) },
    returns: { 201: list(Post) },
  },
})

const server = fork(join(import.meta.dirname, "server.ts"))
const [port] = (await once(server, "message")) as [number]
const url = `http://127.0.0.1:${port}`
const authorization = "Bearer token"
const accept = "application/json, */*"
const posts = createClient(Posts, { url, headers: { authorization }, timeout: Number(values.timeout) })

async function parse(response: Response): Promise<unknown> {
  const type = response.headers.get("content-type") ?? ""
  if (!type.startsWith("application/json")) throw new Error(`${type} is not JSON`)
  return { ok: response.ok, status: response.status, headers: response.headers, body: await response.json() }
}

type Call = (org: string) => Promise<unknown>
const cases: Readonly<Record<string, { readonly bare: Call; readonly client: Call }>> = {
  GET: {
    bare: async (org) => {
      const query = new URLSearchParams({ limit: String(10), word: "a b" }).toString()
      const target = `${url}/orgs/${encodeURIComponent(org)}/posts?${query}`
      return parse(await fetch(target, { method: "GET", headers: { accept, authorization } }))
    },
    client: (org) => posts.index({ params: { org }, query: { limit: 10, word: "a b" } }),
  },
  POST: {
    bare: async (org) => {
      const target = `${url}/orgs/${encodeURIComponent(org)}/posts`
      const headers = { accept, authorization, "content-type": "application/json" }
      const body = JSON.stringify({ title: "A title" })
      return parse(await fetch(target, { method: "POST", headers, body }))
    },
    client: (org) => posts.create({ params: { org }, body: { title: "A title" } }),
  },
}

/** Microseconds of processor time for one call. */
async function costOf(call: Call): Promise<number> {
  const before = process.cpuUsage()
  let left = calls
  const work = async () => {
    while (left-- > 0) await call(String(left))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

const rows: string[][] = []
let isMissed = false
for (const [name, { bare, client }] of Object.entries(cases)) {
  for (let warm = 0; warm < 50; warm++) for (const call of [bare, client]) await costOf(call)
  const costs = { bare: [] as number[], client: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    // In any order: what one leaves to the collector should not always be the other's.
    for (const way of shuffle(["bare", "client"] as const))
      costs[way].push(await costOf(way === "bare" ? bare : client))
  }
  const { middle, low, high } = intervalOf(costs.bare.map((cost, round) => cost / costs.client[round]!))
  if (middle < goal) isMissed = true
  const cost = (way: "bare" | "client") => `${median(costs[way]).toFixed(1)} µs`
  const ratio = `${middle.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
  rows.push([name, cost("bare"), cost("client"), ratio, middle < goal ? "MISSED" : "reached"])
}
server.kill()
console.log(`\n${table(["", "fetch", "client", "fetch / client", `at least ${goal}`], rows)}\n`)
process.exitCode = isMissed ? 1 : 0
