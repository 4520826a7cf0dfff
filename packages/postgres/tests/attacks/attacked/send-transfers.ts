import { Agent, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { type Failure, failures, type ServedTransfers, type TransferDb } from "./transfers.ts"

/** A transfer that was sent, as its client saw it. */
export interface SentTransfer {
  readonly id: string
  /** `none` is a transfer that should succeed; of `cancelled` the client disconnects before the reply. */
  readonly point: Failure | "none" | "cancelled"
  /** 0 if no reply came. */
  readonly status: number
}

/** What is found in the database afterwards. */
export interface TransferAudit {
  /** Transfers with one row instead of two or none. */
  readonly partial: number
  /** Transfers that were acknowledged with 2xx, and are not there. */
  readonly lost: number
  /** Transfers that are there, though their handler failed. */
  readonly kept: number
  /** Transfers that are there, though their client got an error: the outcome of the commit was not known. */
  readonly unknown: number
}

const points = [...(Object.keys(failures) as Failure[]), "cancelled" as const]

/** Sends transfers, 20 at a time. Every other one fails, at each of the points in turn. */
export async function sendTransfers(
  { url, running }: ServedTransfers,
  count: number,
  progress: (sent: number) => void = () => undefined,
): Promise<SentTransfer[]> {
  const agent = new Agent({ keepAlive: true })
  const sent: SentTransfer[] = []
  let next = 0
  const caller = async () => {
    while (next < count) {
      const at = next++
      progress(at)
      const point = at % 2 === 0 ? "none" : points[(at >> 1) % points.length]!
      const id = `${at}-${crypto.randomUUID()}`
      const status = await send(agent, `${url}/transfers/${point}/${id}`, point)
      sent.push({ id, point, status })
      // While PostgreSQL is down, calls fail at once: not all of them are to meet that time.
      if (point !== "response" && status === 503) await sleep(200)
    }
  }
  await Promise.all(Array.from({ length: 20 }, caller))
  agent.destroy()
  // The handler of a cancelled call goes on. One that was sent last may not have arrived yet.
  await sleep(200)
  while (running() > 0) await sleep(20)
  return sent
}

function send(agent: Agent, url: string, point: SentTransfer["point"]): Promise<number> {
  return new Promise((resolve) => {
    const query = point === "invalid" ? "amount=much" : "amount=1"
    const asked = request(`${url}?${query}`, { method: "POST", agent }, (reply) => {
      reply.on("error", () => undefined)
      reply.on("close", () => resolve(reply.complete ? reply.statusCode! : 0))
      reply.resume()
    })
    asked.on("error", () => resolve(0))
    asked.end()
    if (point === "cancelled") setTimeout(() => asked.destroy(), Math.random() * 15)
  })
}

/** Compares what clients were told with the rows of both tables. */
export async function auditTransfers(db: TransferDb, sent: readonly SentTransfer[]): Promise<TransferAudit> {
  const debits = new Set((await db.selectFrom("debits").select("id").execute()).map(({ id }) => id))
  const credits = new Set((await db.selectFrom("credits").select("id").execute()).map(({ id }) => id))
  const count = (is: (one: SentTransfer, there: boolean) => boolean) =>
    sent.filter((one) => is(one, debits.has(one.id) && credits.has(one.id))).length
  return {
    partial: sent.filter(({ id }) => debits.has(id) !== credits.has(id)).length,
    lost: count(({ status }, there) => isSuccess(status) && !there),
    kept: count(({ point }, there) => there && point !== "none" && point !== "cancelled"),
    unknown: count(({ point, status }, there) => there && point === "none" && !isSuccess(status)),
  }
}

/** Whether a client was told that the transfer was made. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}
