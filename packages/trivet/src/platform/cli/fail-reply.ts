import type { Call } from "../../context/call.ts"
import { Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { printable } from "./printable.ts"

/**
 * The reply for an error that a command threw. The user of a terminal is trusted, so it shows more than HTTP clients
 * see: the message and a fault's fix; with `DEBUG` set, also the stack.
 */
export function failReply(thrown: unknown, call: Call): Reply {
  const status = statusOf(thrown)
  // Messages may have several lines; control characters are escaped in each.
  const lines = printedMessageOf(thrown).split("\n").map(printable)
  if (thrown instanceof Fault && thrown.status >= 500) lines.push(`fix: ${thrown.fix}`)
  if (status >= 500 && thrown instanceof Error && call.incoming.terminal?.debug === true)
    lines.push(thrown.stack ?? "")
  return Reply.body(status, undefined, `${lines.join("\n")}\n`)
}

function statusOf(thrown: unknown): number {
  const status: unknown = thrown instanceof Error && "status" in thrown ? thrown.status : undefined
  return typeof status === "number" && status >= 400 && status <= 599 ? status : 500
}

function printedMessageOf(thrown: unknown): string {
  if (thrown instanceof Fault && thrown.issues !== undefined) {
    return thrown.issues
      .map(({ path, message }) => `${path === "" ? "the input" : path} ${message}`)
      .join("; ")
  }
  return thrown instanceof Error ? thrown.message : String(thrown)
}
