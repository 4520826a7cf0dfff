import type { BodyReader } from "../context/body-reader.ts"
import type { Call } from "../context/call.ts"
import type { Reply } from "../context/reply.ts"
import type { RouteField } from "./route-field.ts"

/** Turns what handlers return, and what they throw, into replies. */
export interface Platform {
  readonly name: "api" | "web" | "cli"
  /** Which records it serves: those with a method, or commands. */
  readonly serves: "methods" | "commands"
  /** The further fields of route records that it gives a meaning. */
  readonly fields?: readonly RouteField[]
  /** What is read beside JSON. Where it is left out, every body is taken for JSON, whatever its type says. */
  readonly bodies?: readonly BodyReader[]
  /** The reply for a value that a handler or a middleware returned. */
  reply(value: unknown, call: Call): Reply | Promise<Reply>
  /** The reply for whatever was thrown. It must not throw itself. */
  fail(thrown: unknown, call: Call): Reply
}
