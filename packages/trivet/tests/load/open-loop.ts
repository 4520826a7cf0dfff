import { Agent, get } from "node:http"

/** What became of one call. */
export interface Fate {
  /** When it was due, by the schedule: the clock of its latency. */
  readonly due: number
  readonly took: number
  /** The status, or the code of the error. */
  readonly end: number | string
  readonly body: string
  readonly retryAfter: string | undefined
}

/** Calls that are sent by a schedule, whatever becomes of those before. */
export interface Load {
  readonly fates: readonly Fate[]
  /** How many are on their way. */
  readonly open: number
  /** Sends no more, and waits for what is on its way. */
  end(): Promise<readonly Fate[]>
}

/** Where a call goes and over which connections. */
export interface Target {
  readonly port: number
  readonly path: string
  readonly agent?: Agent | false
  /** The loopback address that it comes from. */
  readonly address?: string
}

/** Makes one call. It never fails: an error is a fate, and nothing is tried again. */
export function call(
  { port, path, agent = false, address }: Target,
  due: number = performance.now(),
): Promise<Fate> {
  return new Promise((tell) => {
    const over = (end: number | string, body = "", retryAfter?: string) =>
      tell({ due, took: performance.now() - due, end, body, retryAfter })
    const request = get({ host: "127.0.0.1", localAddress: address, port, path, agent }, (reply) => {
      let body = ""
      reply.setEncoding("utf8")
      reply.on("data", (chunk: string) => (body += chunk))
      reply.on("end", () => over(reply.statusCode!, body, reply.headers["retry-after"]))
      reply.on("error", (error: NodeJS.ErrnoException) => over(error.code ?? error.message))
    })
    request.on("error", (error: NodeJS.ErrnoException) => over(error.code ?? error.message))
  })
}

/** Sends so many calls a second, over as many kept connections as it takes unless `connections` bounds them. */
export function openLoop(target: Target, perSecond: number, connections = Infinity): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const fates: Fate[] = []
  const calls: Promise<unknown>[] = []
  const began = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    for (let due = dueAt(calls.length); due <= now; due = dueAt(calls.length))
      calls.push(call({ agent, ...target }, due).then((fate) => fates.push(fate)))
  }, 2)
  const dueAt = (index: number) => began + (index * 1000) / perSecond
  return {
    fates,
    get open() {
      return calls.length - fates.length
    },
    end: async () => {
      clearInterval(timer)
      await Promise.all(calls)
      agent.destroy()
      return fates
    },
  }
}

/** How many calls a second so many clients get answered who each send the next one after the reply. */
export async function closedLoop(target: Target, clients: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const began = performance.now()
  let answered = 0
  const send = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      const { end } = await call({ agent, ...target })
      if (end === 200) answered++
    }
  }
  await Promise.all(Array.from({ length: clients }, send))
  agent.destroy()
  return (answered * 1000) / (performance.now() - began)
}

/** How many milliseconds the given share of the calls took at most. */
export function quantile(fates: readonly Fate[], share: number): number {
  const sorted = fates.map(({ took }) => took).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}

/** How often each end came: `{ 200: 970, 503: 30 }`. */
export function ends(fates: readonly Fate[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { end } of fates) counts[end] = (counts[end] ?? 0) + 1
  return counts
}
