import type { AttackedProcess } from "../attacked-process.ts"
import type { FramingCase } from "./framing-case.ts"

/** What came of an attack. */
export interface Played {
  /** The status of the first reply; `undefined` where none came. */
  readonly status: number | undefined
  /** Whether something followed it. */
  readonly more: string
  readonly closed: boolean
  /** How many calls were carried out that the attacker aimed at, and how many that it hid. */
  readonly framed: number
  readonly hidden: number
  readonly text: string
}

/** Plays one attack on a connection of its own. What must close has so many milliseconds for it. */
export async function play(attacked: AttackedProcess, one: FramingCase, closing = 3_000): Promise<Played> {
  const before = await attacked.ask("counts")
  const socket = await attacked.open()
  for (const part of [one.send].flat()) {
    socket.write(part)
    await new Promise((go) => setTimeout(go, 5))
  }
  const reply = await socket.reply(one.method, 3_000)
  // What is hidden would be answered by now if it were carried out.
  const closed = await socket.closes(one.closes ? closing : 20)
  const more = socket.received
  socket.end()
  const { framed, hidden } = await attacked.ask("counts")
  return {
    status: reply?.status,
    more,
    closed,
    framed: framed - before.framed,
    hidden: hidden - before.hidden,
    text: reply?.text ?? "",
  }
}

/** What an attack did that it must not do; nothing where it was held off. */
export function harmOf(one: FramingCase, played: Played): readonly string[] {
  const { status, more, closed, framed, hidden } = played
  const wanted = one.statuses ?? []
  const harm: string[] = []
  if (wanted.length > 0 && !wanted.includes(status ?? 0))
    harm.push(status === undefined ? (closed ? "closed without a reply" : "no reply") : `answered ${status}`)
  if (wanted.length === 0 && status !== undefined && status < 400) harm.push(`answered ${status}`)
  if (more !== "") harm.push("answered more than once")
  if (one.closes && !closed) harm.push("not closed")
  if (framed > (wanted.includes(200) ? 1 : 0)) harm.push("carried out")
  if (hidden > 0) harm.push("the hidden call carried out")
  return harm
}
