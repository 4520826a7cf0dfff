import { type IncomingMessage, request } from "node:http"
import { join } from "node:path"
import { RunningTool } from "../testing/running-tool.ts"

/** A reply of the dashboard's server. */
export interface DashboardReply {
  readonly status: number
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Asks a server with exactly these headers. */
export function ask(
  url: string,
  options: {
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  } = {},
): Promise<DashboardReply> {
  return new Promise((give, fail) => {
    const { method = "GET", headers = {} } = options
    const sent = request(url, { method, headers: { ...headers, connection: "close" } }, (reply) => {
      let body = ""
      reply.setEncoding("utf8").on("data", (text: string) => (body += text))
      reply.on("end", () => give({ status: reply.statusCode!, headers: reply.headers, body }))
    })
    sent.on("error", fail).end(options.body)
  })
}

/** Sends what the page sends. */
export function askAsPage(
  url: string,
  what: "send" | "save" | "run" | "jobs" | "mails",
  value: object,
): Promise<DashboardReply> {
  return ask(`${url}${what}`, {
    method: "POST",
    headers: { origin: new URL(url).origin, "content-type": "application/json" },
    body: JSON.stringify(value),
  })
}

/** A program that `trivet dev` runs, with its dashboard. */
export interface Developed {
  readonly tool: RunningTool
  /** Where the program serves. */
  readonly app: string
  /** The address of the dashboard. */
  readonly url: string
}

/** Starts `trivet dev` in a folder and waits until its program serves. */
export async function develop(
  folder: string,
  env: NodeJS.ProcessEnv = {},
  ...args: readonly string[]
): Promise<Developed> {
  return servedBy(new RunningTool(folder, ["dev", ...args], { env: { PORT: "0", ...env } }))
}

/**
 * The same with the sources of the packages, one file each, as they are installed: stacks then name the package of each
 * frame, which joined sources do not.
 */
export async function developPackages(folder: string, env: NodeJS.ProcessEnv = {}): Promise<Developed> {
  const main = join(import.meta.dirname, "../../src/main.ts")
  const words = ["--conditions=@trivet/source", main, "dev"]
  return servedBy(new RunningTool(folder, words, { env: { PORT: "0", ...env }, program: process.execPath }))
}

async function servedBy(tool: RunningTool): Promise<Developed> {
  const shown = await tool.waitFor(/^ready .*\n/m)
  return {
    tool,
    app: /^ready {2}(\S+)/m.exec(shown)![1]!,
    url: /^dashboard {2}(\S+)/m.exec(shown)![1]!,
  }
}

/** The events that the page gets until one of them is wanted. */
export function eventsUntil<Event extends object>(
  url: string,
  wanted: (event: Event) => boolean,
): Promise<readonly Event[]> {
  return new Promise((give, fail) => {
    const events: Event[] = []
    const sent = request(`${url}events`, (reply) => {
      let text = ""
      reply.setEncoding("utf8").on("data", (piece: string) => {
        text += piece
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const event = JSON.parse(text.slice("data: ".length, end)) as Event
          text = text.slice(end + 2)
          events.push(event)
          if (!wanted(event)) continue
          sent.destroy()
          return give(events)
        }
      })
    })
    sent.on("error", fail).end()
  })
}

/** A call in the list of the dashboard. */
export interface ListedCall {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly status?: number
  readonly ms?: number
}

/** The calls that have ended, oldest first, as soon as there are so many. */
export async function callsOf(url: string, count: number): Promise<readonly ListedCall[]> {
  const calls = new Map<string, ListedCall>()
  let isListed = false
  type Event = { kind: string; call?: ListedCall; calls?: readonly ListedCall[] }
  await eventsUntil<Event>(url, ({ kind, call, calls: all }) => {
    for (const one of all ?? (kind === "call" && call ? [call] : [])) calls.set(one.id, one)
    isListed ||= kind === "calls"
    return isListed && [...calls.values()].filter(({ ms }) => ms !== undefined).length >= count
  })
  return [...calls.values()]
}
