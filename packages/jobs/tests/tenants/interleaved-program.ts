// A program of interleaved.test.ts: many calls of two tenants at once, over HTTP. It sends what they have seen.
import { setTimeout as sleep } from "node:timers/promises"
import { createApp } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { Jobs } from "../../src/index.ts"
import { OrgsDb, orgsModule } from "./interleaved-app.ts"

const [, , given = "{}", role = "", count = "", seed = ""] = process.argv
const options = JSON.parse(given) as { readonly url: string }
const isPGlite = options.url.startsWith("pglite")
const log = { ...console, fatal: console.error }
for (const level of ["trace", "debug", "info", "warn", "error", "fatal"] as const)
  log[level] = () => undefined
const app = await createApp(orgsModule(options, role), { platform: api(), log: log as never })
const limits = { signals: false, overload: false, drainDelay: 0 } as const
const served = await serve(app, { port: 0, host: "127.0.0.1", ...limits })
const base = `http://127.0.0.1:${served.port}`
const seen = { rows: 0, foreign: 0, outside: 0, aborted: 0, statuses: {} as Record<string, number> }

// Always the same order of calls; what they meet differs.
let state = Number(seed)
function random(below: number): number {
  state = (state + 0x9e37_79b9) | 0
  const mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % below
}

function note(org: string, text: string, isOutside = false): void {
  const orgs = [...text.matchAll(/"org_id":(?:"(\d+)"|null)/g)].map(([, found]) => found)
  seen.rows += orgs.length
  seen.foreign += orgs.filter((found) => found !== org).length
  if (isOutside) seen.outside += orgs.length
}

async function watch(org: string): Promise<void> {
  const socket = new WebSocket(`${base.replace("http", "ws")}/watch?org=${org}`)
  const messages = 1 + random(3)
  let left = messages
  await new Promise<void>((end) => {
    socket.addEventListener("open", () => {
      for (let at = 0; at < messages; at++) socket.send(JSON.stringify({ org }))
      // Some connections end while their queries run.
      if (random(4) === 0) socket.close()
    })
    socket.addEventListener("message", ({ data }) => {
      note(org, String(data))
      if (--left === 0) socket.close()
    })
    socket.addEventListener("close", () => end())
  })
  seen.statuses["socket"] = (seen.statuses["socket"] ?? 0) + 1
}

const calls = [
  ["POST", "/tickets"],
  ["GET", "/tickets"],
  ["POST", "/tickets/touch"],
  ["GET", "/tickets/parallel"],
  ["GET", "/tickets/slow"],
  ["POST", "/tickets/fails"],
  ["POST", "/tickets/enqueue"],
  ["POST", "/tickets/enqueue"],
  ["POST", "/tickets/enqueue-fails"],
  ["GET", "/tickets/outside"],
  ["GET", "/plain"],
  ["GET", "/stream"],
  ["GET", "/stream"],
] as const

async function call(at: number): Promise<void> {
  const org = String(1 + (at % 2))
  if (random(10) === 0) return watch(org)
  // Few: each takes a connection for a second. PGlite has no time limits.
  const isLate = at % 97 === 13 && !isPGlite
  const [method, path] = isLate ? (["GET", "/tickets/late"] as const) : calls[random(calls.length)]!
  const isAborted = random(8) === 0
  const signal = isAborted ? AbortSignal.timeout(random(40)) : null
  try {
    const reply = await fetch(`${base}${path}?org=${org}`, { method, signal })
    seen.statuses[reply.status] = (seen.statuses[reply.status] ?? 0) + 1
    const text = await reply.text()
    // PGlite has one session: what runs before the end of a transaction is part of it.
    const isOutside = path === "/plain" || (path === "/tickets/outside" && !isPGlite)
    note(org, text, isOutside)
  } catch (error) {
    if (!isAborted) throw error
    seen.aborted++
  }
}

await Promise.all(
  Array.from({ length: Number(count) }, async (_, at) => {
    // In groups, so that calls which wait for a connection are not all there is.
    await sleep(Math.floor(at / 40) * 60)
    return call(at)
  }),
)
for (;;) {
  const queues = await app.get(Jobs).queues()
  if (queues.every(({ waiting, running }) => waiting + running === 0)) break
  await sleep(100)
}
// As each tenant: PGlite has no other session.
const titles: { readonly org_id: string; readonly title: string }[] = []
for (const org_id of ["1", "2"])
  titles.push(
    ...(await app.get(OrgsDb).transact((trx) => trx.selectFrom("tickets").selectAll().execute(), {
      tenant: { org_id },
    })),
  )
const made = {
  wrong: titles.filter(({ org_id, title }) => title.split(" ")[0] !== org_id).length,
  undone: titles.filter(({ title }) => title.endsWith("rolled back")).length,
  jobs: titles.filter(({ title }) => title.endsWith("job")).length,
  sockets: titles.filter(({ title }) => title.endsWith("socket")).length,
}
await served.stop()
process.send?.({ ...seen, made })
process.disconnect?.()
