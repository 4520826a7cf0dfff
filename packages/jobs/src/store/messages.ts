/** The channel on which processes that run jobs send each other what they cannot see. */
export const channel = "trivet_jobs"

/** A message. `group` names the set of jobs that the member runs, and `member` is the process id of its backend. */
export type Message =
  | { readonly about: "hello"; readonly group: string; readonly member: number }
  | { readonly about: "members"; readonly group: string; readonly members: readonly number[] }
  | {
      readonly about: "full" | "free"
      readonly group: string
      readonly member: number
      readonly queue: string
    }
  | { readonly about: "added" | "paused" | "resumed"; readonly queue: string }

/** Writes a message as the text of a notification. */
export function textOf(message: Message): string {
  return JSON.stringify(message)
}

/** Reads a message; `undefined` if another version wrote it, or another program. */
export function messageOf(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === "object" && message !== null && "about" in message
      ? (message as Message)
      : undefined
  } catch {
    return undefined
  }
}
