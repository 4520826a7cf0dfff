import { setTimeout as sleep } from "node:timers/promises"
import type { Act } from "./people.ts"

/** A stream or a socket of a person. */
export interface Listener {
  readonly act: Act
  readonly channel: "stream" | "socket"
  /** What has arrived. */
  text(): string
  /** Sends a message to a socket. */
  send(message: unknown): void
  close(): void
}

/** Where a listener connects to. */
export interface Address {
  readonly port: number
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
}

const longest = 1_000_000
/** Milliseconds that a stream or a socket may take to open. */
const patience = 2_000

/** Listens to a stream of events. `undefined` if it does not open. */
export async function listenToEvents(
  act: Act,
  { port, target, headers }: Address,
): Promise<Listener | undefined> {
  const ending = new AbortController()
  let text = ""
  const opening = fetch(`http://127.0.0.1:${port}${target}`, { headers, signal: ending.signal })
  const reply = await Promise.race([opening.catch(() => undefined), sleep(patience)])
  const close = () => ending.abort()
  const body = reply?.body ?? undefined
  if (body === undefined) {
    close()
    return undefined
  }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of body as AsyncIterable<Uint8Array>)
      if (text.length < longest) text += decoder.decode(chunk, { stream: true })
  }
  // It ends with an error when it is closed.
  void read().catch(() => undefined)
  return { act, channel: "stream", text: () => text, send: () => undefined, close }
}

/** Listens to a socket. `undefined` if it does not open. */
export async function listenToSocket(
  act: Act,
  { port, target, headers }: Address,
): Promise<Listener | undefined> {
  let text = ""
  const socket = new WebSocket(`ws://127.0.0.1:${port}${target}`, { headers: { ...headers } })
  socket.addEventListener("message", ({ data }) => {
    if (text.length < longest) text += `${String(data)}\n`
  })
  const opened = new Promise<boolean>((give) => {
    socket.addEventListener("open", () => give(true))
    socket.addEventListener("error", () => give(false))
  })
  const close = () => socket.close()
  if ((await Promise.race([opened, sleep(patience)])) !== true) {
    close()
    return undefined
  }
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  return { act, channel: "socket", text: () => text, send, close }
}
