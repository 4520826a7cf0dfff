import { Fault } from "../fault/fault.ts"

// Neither replaces what is not UTF-8 nor drops a byte order mark: JSON has no place for either.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const deepest = 1_000

/** Reads a JSON body. What it gives has no `__proto__` fields and is not nested deeper than code can walk. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw invalid("the body is not UTF-8")
  }
  if (text.length > deepest && isDeeper(text)) throw invalid(`the body is nested deeper than ${deepest}`)
  try {
    // An escape can spell it too: "\u005f_proto__".
    return text.includes("__proto__") || text.includes("\\u005")
      ? JSON.parse(text, dropProto)
      : JSON.parse(text)
  } catch (cause) {
    throw invalid("the body is not JSON", cause)
  }
}

function invalid(reason: string, cause?: unknown): Fault {
  return new Fault("BODY_INVALID", { reason }, { cause })
}

function dropProto(key: string, value: unknown): unknown {
  return key === "__proto__" ? undefined : value
}

/** Counts brackets also inside texts: a body that is refused for those alone holds a thousand more `[` than `]`. */
function isDeeper(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return true
    } else if (code === 0x5d || code === 0x7d) depth--
  }
  return false
}
