import { Fault } from "../../fault/fault.ts"

// Rejects invalid UTF-8 instead of replacing it, and keeps a byte order mark so that `JSON.parse()` rejects it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const deepest = 1_000

/**
 * Parses a JSON body. The result has no keys that lead to a prototype, and its nesting is limited so that recursive
 * code can walk it.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalidJson("the body is not UTF-8")
  }
  if (text.length > deepest && isDeeper(text)) throw invalidJson(`the body is nested deeper than ${deepest}`)
  try {
    // `__proto__` and `prototype` both contain "proto", unless an escape such as `\u0070` replaces a letter.
    return text.includes("proto") || text.includes("\\u00")
      ? JSON.parse(text, dropPrototypes)
      : JSON.parse(text)
  } catch (cause) {
    throw invalidJson("the body is not JSON", cause)
  }
}

function invalidJson(reason: string, cause?: unknown): Fault {
  return new Fault("BODY_INVALID", { reason }, { cause })
}

function dropPrototypes(key: string, value: unknown): unknown {
  if (key === "__proto__") return undefined
  const leads = key === "constructor" && typeof value === "object" && value !== null
  return leads && Object.hasOwn(value, "prototype") ? undefined : value
}

/**
 * Whether brackets are nested too deep. Brackets inside strings are skipped, because closing ones there would offset
 * others.
 */
function isDeeper(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = textEnd(text, at)
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}

/** The index of the quotation mark that ends a string: the first one with an even number of backslashes before it. */
function textEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === 0x5c) before--
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}
