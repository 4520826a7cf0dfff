import type { BodyReaders } from "../context/read-body.ts"
import type { Kind } from "../context/kinds.ts"
import type { Call } from "../context/call.ts"
import type { Reply } from "../context/reply.ts"
import type { ErrorFormat } from "./error-format.ts"
import type { CompiledField } from "./route-field.ts"

declare const opaque: unique symbol

/** A platform turns results and errors of handlers into replies. Made by `api()`, `web()` or `cli()`. */
export interface Platform {
  /** The name of the platform. */
  readonly name: "api" | "web" | "cli"
  /** The kinds of records that it serves. */
  readonly serves: readonly Kind[]
  /** Never set; it prevents that other objects are accepted as platforms. */
  readonly [opaque]: true
}

/** The body of an error that an engine sends without a call, and its `Content-Type`. */
export interface Rejection {
  readonly type: string
  readonly body: string
}

/** A platform as the application and its parts use it. */
export interface PlatformParts extends Pick<Platform, "serves"> {
  readonly name: string
  /** The further fields of route records that it gives a meaning. */
  readonly fields?: readonly CompiledField[]
  /** What is read beside JSON. Where it is left out, every body is taken for JSON, whatever its type says. */
  readonly bodies?: BodyReaders
  /** The form of errors that the application gave. */
  readonly errors?: ErrorFormat | undefined
  /** The reply for a value that a handler or a middleware returned. */
  reply(value: unknown, call: Call): Reply | Promise<Reply>
  /** The reply for whatever was thrown. It must not throw itself. */
  fail(thrown: unknown, call: Call): Reply
  /** The body for an error of which no call is known, such as 503; `undefined` where the engine's own is sent. */
  rejection?(status: number): Rejection | undefined
}

/** Makes a platform of its parts. */
export function platformOf(parts: PlatformParts): Platform {
  return parts as unknown as Platform
}

/** The parts of a platform. */
export function partsOf(platform: Platform): PlatformParts {
  return platform as unknown as PlatformParts
}
