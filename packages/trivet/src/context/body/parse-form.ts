import { Fault } from "../../fault/fault.ts"
import type { FormFields } from "../../schema/convert-form.ts"
import type { BodyReader } from "./body-reader.ts"
import { decodeEscapes } from "../request/decode-escapes.ts"
import { pairsOf } from "../request/parse-query.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const most = 1_000

/** Bodies of HTML forms: `application/x-www-form-urlencoded`. */
export const formReader: BodyReader = {
  type: "application/x-www-form-urlencoded",
  read: async (ctx) => parseForm(await ctx.request().body()),
}

/** Parses a form. Bytes that are not UTF-8 and malformed escapes are rejected: browsers never send them. */
export function parseForm(bytes: Uint8Array): FormFields {
  const fields = Object.create(null) as Record<string, string[]>
  let count = 0
  for (const [name, value] of pairsOf(decodeForm(bytes), decode)) {
    if (++count > most) throw new Fault("FORM_TOO_LARGE", { limit: most, what: "fields" })
    ;(fields[name] ??= []).push(value)
  }
  return fields
}

function decode(text: string): string {
  const decoded = decodeEscapes(text.replaceAll("+", " "))
  if (decoded === undefined) throw invalidForm()
  return decoded
}

function decodeForm(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw invalidForm(cause)
  }
}

function invalidForm(cause?: unknown): Fault {
  return new Fault("BODY_INVALID", { reason: "the form is not UTF-8, or has a malformed escape" }, { cause })
}
