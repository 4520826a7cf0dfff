import { ErrorReply } from "redis"

/** Slots that follow each other, and the node that keeps their keys. */
export interface SlotRange {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** Where a node sends a command that is not its own. */
export interface Redirection {
  readonly slot: number
  readonly url: string
  /** For this once: the slot is on its way there and has not arrived. */
  readonly once: boolean
}

type Told = readonly [from: number, to: number, master: readonly [host: string | null, port: number]]

const redirected = /^(MOVED|ASK) (\d+) (.*):(\d+)$/

/**
 * What a node replied to `CLUSTER INFO` and `CLUSTER SLOTS`: masters only, with URLs made like that node's. One that misses
 * others may not yet know who took their place: it is not believed.
 */
export function slotRangesOf(state: string, slots: unknown, nodeUrl: string): readonly SlotRange[] {
  if (!state.includes("cluster_state:ok")) throw new Error("a node reports that the cluster is down")
  return (slots as readonly Told[]).map(([from, to, [host, port]]) => ({
    from,
    to,
    url: urlAt(nodeUrl, host ?? "", port),
  }))
}

/** Whether a node refused a command because its key belongs to another. */
export function isRedirection(error: unknown): error is ErrorReply {
  return error instanceof ErrorReply && redirected.test(error.message)
}

/** Where that leads. */
export function redirectionOf({ message }: ErrorReply, nodeUrl: string): Redirection {
  const [, word, slot, host = "", port] = redirected.exec(message)!
  return { slot: Number(slot), url: urlAt(nodeUrl, host, Number(port)), once: word === "ASK" }
}

/** The same user, password and TLS at another address. A node that does not know its own host is where it was asked. */
function urlAt(nodeUrl: string, host: string, port: number): string {
  const url = new URL(nodeUrl)
  if (host !== "") url.hostname = host.includes(":") ? `[${host}]` : host
  url.port = String(port)
  return url.href
}
