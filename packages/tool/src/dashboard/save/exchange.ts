import { cookiesOf, isSecretHeader, jsonOf, leavesOf } from "../record/credentials.ts"
import { type RecordedCall, replyHeader } from "../record/recorded-call.ts"
import { isSecretName } from "../record/secrets.ts"
import { parametersOf } from "../record/show-call.ts"

/** The place of a value in a reply. */
export type Spot =
  | { readonly kind: "json"; readonly path: readonly (string | number)[] }
  | { readonly kind: "cookie"; readonly name: string }
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "location"; readonly segment: number }

/** A value in a request or a reply. */
export interface Value {
  readonly text: string
  /** The name of its field, parameter or header. */
  readonly name: string
  /** Whether it identifies the caller: a token, a cookie, a key. */
  readonly isCredential: boolean
}

/** A value in a reply, with its place. */
export interface Given extends Value {
  readonly spot: Spot
}

/** A call with the values in it. */
export interface Exchange {
  readonly call: RecordedCall
  readonly sent: readonly Value[]
  readonly given: readonly Given[]
  /** Whether it changed something, judged by its method and status. */
  readonly isChange: boolean
  /** The body of its reply as text. */
  readonly text: string
}

/** Extracts the values of a call. */
export function exchangeOf(call: RecordedCall): Exchange {
  const text = call.replyBody.text() ?? ""
  return {
    call,
    sent: [...sentOf(call)],
    given: [...givenOf(call, text)],
    isChange: !["GET", "HEAD", "OPTIONS"].includes(call.method) && (call.status ?? 500) < 400,
    text,
  }
}

function* sentOf(call: RecordedCall): Generator<Value> {
  for (const { name, value: text } of parametersOf(call))
    yield { text, name, isCredential: isSecretName(name) }
  for (const [name, text] of new URLSearchParams(call.query))
    yield { text, name, isCredential: isSecretName(name) }
  for (const [name, text] of Object.entries(call.headers)) {
    if (name === "cookie")
      for (const [cookie, value] of cookiesOf(text)) yield { text: value, name: cookie, isCredential: true }
    else if (isSecretHeader(name)) yield { text: text.replace(/^\S+\s+/, ""), name, isCredential: true }
    else if (name.startsWith("if-")) yield { text, name, isCredential: false }
  }
  for (const { path, value } of bodyFields(call)) {
    const name = String(path.at(-1) ?? "")
    // A password is typed, so it does not show which call came before.
    if (typeof value === "string" || typeof value === "number")
      yield { text: String(value), name, isCredential: /token|key|code|secret/i.test(name) }
  }
}

/** The fields of a request's body: of JSON or of a form. */
export function bodyFields(
  call: RecordedCall,
): Iterable<{ readonly path: readonly (string | number)[]; readonly value: unknown }> {
  const text = call.body.text()
  const json = jsonOf(text)
  if (json !== undefined) return leavesOf(json)
  if (!/x-www-form-urlencoded/i.test(call.headers["content-type"] ?? "")) return []
  return [...new URLSearchParams(text)].map(([name, value]) => ({ path: [name], value }))
}

function* givenOf(call: RecordedCall, text: string): Generator<Given> {
  for (const { path, value } of leavesOf(jsonOf(text))) {
    if (typeof value !== "string" && typeof value !== "number") continue
    const name = String(path.findLast((part) => typeof part === "string") ?? "")
    yield { text: String(value), name, isCredential: isSecretName(name), spot: { kind: "json", path } }
  }
  for (const line of replyHeader(call, "set-cookie")) {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(line) ?? []
    yield { text: value, name, isCredential: true, spot: { kind: "cookie", name } }
  }
  for (const name of ["etag", "last-modified"])
    for (const value of replyHeader(call, name))
      yield { text: value, name, isCredential: false, spot: { kind: "header", name } }
  for (const value of replyHeader(call, "location"))
    for (const [segment, part] of value.split(/[/?#]/).entries())
      yield { text: part, name: "id", isCredential: false, spot: { kind: "location", segment } }
}
