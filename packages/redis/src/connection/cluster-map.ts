import { ErrorReply } from "redis"

/** A range of slots, and the node that holds their keys. */
export interface SlotRange {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** The redirection of a command whose key belongs to another node. */
export interface Redirection {
  readonly slot: number
  readonly url: string
  /** For one command only (`ASK`): the slot is being migrated. */
  readonly once: boolean
}

type Told = readonly [from: number, to: number, master: readonly [host: string | null, port: number]]

const redirected = /^(MOVED|ASK) (\d+) (.*):(\d+)$/

/**
 * Parses the replies to `CLUSTER INFO` and `CLUSTER SLOTS`: masters only, with URLs like that of the node. A node that
 * cannot reach others may not know their replacements, so its reply is rejected.
 */
export function slotRangesOf(state: string, slots: unknown, nodeUrl: string): readonly SlotRange[] {
  if (!state.includes("cluster_state:ok")) throw new Error("a node reports that the cluster is down")
  return (slots as readonly Told[]).map(([from, to, [host, port]]) => ({
    from,
    to,
    url: urlAt(nodeUrl, host ?? "", port),
  }))
}

/** Whether a node rejected a command because its key belongs to another node. */
export function isRedirection(error: unknown): error is ErrorReply {
  return error instanceof ErrorReply && redirected.test(error.message)
}

/** The target of a redirection. */
export function redirectionOf({ message }: ErrorReply, nodeUrl: string): Redirection {
  const [, word, slot, host = "", port] = redirected.exec(message)!
  return { slot: Number(slot), url: urlAt(nodeUrl, host, Number(port)), once: word === "ASK" }
}

/** The same user, password and TLS at another address. An empty host means the host of the node that answered. */
function urlAt(nodeUrl: string, host: string, port: number): string {
  const url = new URL(nodeUrl)
  if (host !== "") url.hostname = host.includes(":") ? `[${host}]` : host
  url.port = String(port)
  return url.href
}
