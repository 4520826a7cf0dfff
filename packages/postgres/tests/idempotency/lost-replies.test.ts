import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { request } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

// 10,000 requests with 1,000 keys: TRIVET_LONG=1 npx vitest run packages/postgres/tests/idempotency
const isLong = process.env["TRIVET_LONG"] === "1"
const requests = isLong ? 10_000 : 600
const keys = isLong ? 1_000 : 60
const [kills, restarts] = isLong ? [20, 6] : [2, 1]

let server: PrivatePostgres
const processes: { child: ChildProcess; port: number }[] = []

async function startProcess(at: number): Promise<void> {
  const child = fork(join(import.meta.dirname, "charging.ts"), [server.url], {
    execArgv: ["--conditions=@trivet/source"],
  })
  const [port] = (await once(child, "message")) as [number]
  processes[at] = { child, port }
}

beforeAll(async () => {
  server = await PrivatePostgres.start()
  await startProcess(0)
  await startProcess(1)
}, 120_000)
afterAll(async () => {
  for (const { child } of processes) if (child.connected) child.disconnect()
  await server?.remove()
})

interface Got {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}

/** Sends a request. The connection is closed after `patience`; then, or if it was lost, there is no reply. */
function send(at: number, user: string, key: number, patience: number): Promise<Got | undefined> {
  return new Promise((resolve) => {
    const body = JSON.stringify({ amount: key })
    const sent = request(
      {
        port: processes[at]!.port,
        host: "127.0.0.1",
        method: "POST",
        path: "/charges",
        headers: { "content-type": "application/json", "idempotency-key": `key-${key}`, "x-user": user },
        agent: false,
      },
      (reply) => {
        let text = ""
        reply.setEncoding("utf8")
        reply.on("data", (piece: string) => (text += piece))
        reply.on("error", () => resolve(undefined))
        reply.on("end", () => {
          const isReplayed = reply.headers["idempotent-replayed"] === "true"
          resolve({
            status: reply.statusCode!,
            text: `${String(reply.headers["x-run"])} ${text}`,
            isReplayed,
          })
        })
      },
    )
    sent.on("error", () => resolve(undefined))
    sent.on("close", () => resolve(undefined))
    if (patience < Infinity) setTimeout(() => sent.destroy(), patience).unref()
    sent.end(body)
  })
}

it(
  "has each effect once, and repeats each reply byte for byte, with lost replies, kills and restarts",
  async () => {
    const users = ["ada", "eve"]
    const replies = new Map<string, Set<string>>()
    const statuses: Record<string, number> = {}
    let replayed = 0
    const note = (name: string, got: Got | undefined) => {
      const status = got?.status ?? "none"
      statuses[status] = (statuses[status] ?? 0) + 1
      if (got?.status !== 201) return false
      if (got.isReplayed) replayed++
      replies.set(name, (replies.get(name) ?? new Set()).add(got.text))
      return true
    }
    const random = (below: number) => Math.floor(Math.random() * below)
    const load = { isOver: false, sent: 0 }
    const lane = async () => {
      while (load.sent < requests) {
        load.sent++
        // The users have the same keys.
        const pick = random(keys)
        const [user, key] = [users[pick % 2]!, pick >> 1]
        const copies = random(4) === 0 ? 2 : 1
        const patience = random(3) === 0 ? random(12) : Infinity
        const got = await Promise.all(
          Array.from({ length: copies }, () => send(random(2), user, key, patience)),
        )
        for (const one of got) note(`${user} ${key}`, one)
        if (got.every((one) => one === undefined)) await sleep(5)
      }
    }
    const disturb = async () => {
      const steps = [...Array<string>(kills).fill("kill"), ...Array<string>(restarts).fill("restart")]
      for (let step = 0; step < steps.length; step++) {
        const due = ((step + 1) * requests) / (steps.length + 1)
        while (load.sent < due && !load.isOver) await sleep(5)
        if (steps[(step * 7) % steps.length] === "restart") {
          await server.stop(step % 2 === 0 ? "immediate" : "fast")
          await server.start()
        } else {
          const at = step % 2
          processes[at]!.child.kill("SIGKILL")
          await startProcess(at)
        }
      }
    }
    await Promise.all([
      Promise.all(Array.from({ length: 16 }, lane)).then(() => (load.isOver = true)),
      disturb(),
    ])
    // Whoever got no reply asks once more, until there is one.
    for (let pick = 0; pick < keys; pick++) {
      const [user, key] = [users[pick % 2]!, pick >> 1]
      const until = Date.now() + 20_000
      while (!note(`${user} ${key}`, await send(pick % 2, user, key, Infinity)) && Date.now() < until)
        await sleep(50)
    }
    const rows = await server.query<{ id: string; user_id: string; amount: number }>("select * from charges")
    expect(rows).toHaveLength(keys)
    expect(replies.size).toBe(keys)
    for (const { id, user_id, amount } of rows) {
      const [reply, ...others] = replies.get(`${user_id} ${amount}`)!
      expect([reply!.replace(/^\S+ /, ""), others]).toEqual([JSON.stringify({ id, amount }), []])
    }
    expect(replayed).toBeGreaterThan(keys)
    expect(statuses["none"]).toBeGreaterThan(requests / 20)
    expect(statuses["500"]).toBeUndefined()
    if (isLong) console.log(JSON.stringify({ sent: load.sent, rows: rows.length, replayed, statuses }))
  },
  isLong ? 600_000 : 60_000,
)
