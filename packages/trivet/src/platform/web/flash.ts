import type { Call } from "../../context/call.ts"
import type { Context } from "../../context/context.ts"

/** The kind of a message. */
export type FlashKind = "success" | "info" | "warning" | "error"

/** A message for the next page that reads `page.flash`. */
export interface Flash {
  /** The kind, for example as a CSS class. */
  readonly kind: FlashKind
  /** The message, at most 300 characters; a longer one is cut. */
  readonly text: string
}

const cookie = "flash"
/** In seconds. A redirect is followed at once; a message that is shown later would only confuse. */
const seconds = 60
const most = 5
const longest = 300
/** In bytes. Browsers limit a cookie to 4,096 bytes, including name and attributes. */
const room = 3_000

// The messages that a call has stored and not shown itself.
const left = new WeakMap<Call, readonly Flash[]>()

/**
 * Stores a message for the next page, before a redirect: `flash(ctx, { kind: "success", text: "Saved" })`. It is kept in
 * a cookie for one minute. The cookie is not signed: treat the text as user input.
 */
export function flash(ctx: Context, { kind, text }: Flash): void {
  const call = ctx as Call
  let messages = [...(left.get(call) ?? received(call)), { kind, text: clean(text) }].slice(-most)
  while (encodeURIComponent(JSON.stringify(messages)).length > room) messages = messages.slice(1)
  left.set(call, messages)
  setFlash(call, JSON.stringify(messages), seconds)
}

/** The messages for a page. This reply removes them. */
export function takeFlash(ctx: Context): readonly Flash[] {
  const call = ctx as Call
  const messages = left.get(call) ?? received(call)
  left.set(call, [])
  if (call.cookie(cookie) !== "" || messages.length > 0) setFlash(call, "", 0)
  return messages
}

function setFlash(call: Call, value: string, maxAge: number): void {
  // One `Set-Cookie` line only: with two, the result would depend on the browser.
  const others = call.headers?.all("set-cookie").filter((line) => !line.startsWith(`${cookie}=`)) ?? []
  call.headers?.delete("set-cookie")
  for (const line of others) call.headers?.append("set-cookie", line)
  call.setCookie(cookie, value, { maxAge })
}

/** The messages that the client sent. They can be forged, so only valid messages are accepted. */
function received(call: Call): readonly Flash[] {
  const text = call.cookie(cookie)
  if (text === "" || text.length > room) return []
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values.slice(0, most).flatMap(flashesOf) : []
  } catch {
    return []
  }
}

const kinds: ReadonlySet<unknown> = new Set<FlashKind>(["success", "info", "warning", "error"])

function flashesOf(value: unknown): readonly Flash[] {
  if (typeof value !== "object" || value === null) return []
  const { kind, text } = value as Partial<Flash>
  return kinds.has(kind) && typeof text === "string" ? [{ kind: kind as FlashKind, text: clean(text) }] : []
}

function clean(text: string): string {
  return text
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, " ")
}
