import type { ShownCall, ShownMessage } from "../shown-call.ts"
import { cookiesOf, credentialsAfter, isSecretHeader, jsonOf, leavesOf } from "./credentials.ts"
import type { KeptBody, RecordedCall } from "./recorded-call.ts"
import { hidden, isLikeToken, isSecretName, type Secrets } from "./secrets.ts"

/** Remembers the secrets of a call, so that they are masked in all later output. */
export function noteSecrets(call: RecordedCall, secrets: Secrets): void {
  for (const [name, value] of shownHeaders(call)) {
    if (name === "cookie") for (const [, one] of cookiesOf(value)) secrets.add(one)
    else if (name === "set-cookie") secrets.add(/^[^=]*=([^;]*)/.exec(value)?.[1] ?? "")
    else if (isSecretHeader(name)) {
      secrets.add(value)
      secrets.add(value.replace(/^\S+\s+/, ""))
      noteBasic(value, secrets)
    }
  }
  for (const [name, value] of shownQueryOf(call)) if (isSecretName(name)) secrets.add(value)
  for (const { name, value } of parametersOf(call)) if (isSecretName(name)) secrets.add(value)
  for (const [type, body] of bodiesOf(call)) {
    for (const { path, value } of fieldsOfBody(type, body))
      if (typeof value === "string" && path.some((name) => isSecretName(String(name)))) secrets.add(value)
  }
}

/** Masks the secrets of a call. */
export function showCall(call: RecordedCall, secrets: Secrets): ShownCall {
  const own = ownSecrets(call)
  const clean = (text: string) => secrets.scrub(text, own)
  return {
    id: call.id,
    kind: call.kind,
    method: call.method,
    path: clean(shownPathOf(call)),
    pattern: call.pattern,
    began: call.began,
    ms: call.ms,
    answered: call.answered,
    status: call.status,
    request: showMessage(Object.entries(call.headers), call.body, clean, false),
    reply:
      call.status === undefined
        ? undefined
        : showMessage(pairsOf(call.replyHeaders), call.replyBody, clean, true),
    operations: call.operations.map((operation) => ({ ...operation, text: clean(operation.text) })),
    logs: call.logs.map((line) => ({ ...line, message: clean(line.message), fields: clean(line.fields) })),
    error: call.error && {
      title: clean(call.error.title),
      frames: call.error.frames.map(clean),
      causes: call.error.causes.map(clean),
      source: call.error.source && { ...call.error.source, lines: call.error.source.lines.map(clean) },
    },
    hasCredentials: Object.keys(credentialsAfter(call)).length > 0,
  }
}

/** Query values are masked throughout this call, because any of them may be a secret. */
function ownSecrets(call: RecordedCall): readonly string[] {
  return [...shownQueryOf(call)]
    .map(([, value]) => value)
    .filter((value) => value.length >= 6 && !isPlain(value))
}

function isPlain(value: string): boolean {
  return /^-?\d{1,15}(?:\.\d{1,15})?$|^(?:true|false)$/.test(value)
}

function shownQueryOf({ query }: RecordedCall): URLSearchParams {
  return new URLSearchParams(query)
}

/** Numbers and booleans are shown, unless the name is that of a secret. */
function shownPathOf(call: RecordedCall): string {
  const pairs = [...shownQueryOf(call)].map(
    ([name, value]) =>
      `${showName(name)}=${value === "" || (isPlain(value) && !isSecretName(name)) ? value : hidden}`,
  )
  const names = call.pattern?.split("/") ?? []
  const parts = call.path
    .split("/")
    .map((part, at) => (names[at]?.startsWith(":") === true && isSecretName(names[at]) ? hidden : part))
  return `${parts.join("/")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
}

/** A query or form that does not consist of pairs, such as a JSON text, is parsed as one long name. */
function showName(name: string): string {
  return /^[\w.[\]-]{1,60}$/.test(name) && !isLikeToken(name) ? name : hidden
}

/** The path parameters, by their names in the route. */
export function parametersOf({
  pattern,
  path,
}: Pick<RecordedCall, "pattern" | "path">): readonly { readonly name: string; readonly value: string }[] {
  if (pattern === undefined) return []
  const values = path.split("/")
  return pattern.split("/").flatMap((part, at) => {
    const name = /^[:*](\w*)/.exec(part)?.[1]
    return name === undefined ? [] : [{ name, value: decoded(values[at] ?? "") }]
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function pairsOf(list: readonly string[]): readonly (readonly [string, string])[] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]!] as const] : []))
}

function shownHeaders(call: RecordedCall): readonly (readonly [string, string])[] {
  return [...Object.entries(call.headers), ...pairsOf(call.replyHeaders)]
}

function bodiesOf(call: RecordedCall): readonly (readonly [string, KeptBody])[] {
  const type = pairsOf(call.replyHeaders).find(([name]) => name === "content-type")?.[1] ?? ""
  return [
    [call.headers["content-type"] ?? "", call.body],
    [type, call.replyBody],
  ]
}

function fieldsOfBody(
  type: string,
  body: KeptBody,
): Iterable<{ path: readonly (string | number)[]; value: unknown }> {
  const text = body.text()
  const json = jsonOf(text)
  if (json !== undefined || !/x-www-form-urlencoded/i.test(type)) return leavesOf(json)
  return [...new URLSearchParams(text)].map(([name, value]) => ({ path: [name], value }))
}

/** `Authorization: Basic` contains a name and a password. */
function noteBasic(value: string, secrets: Secrets): void {
  const encoded = /^basic\s+(\S+)/i.exec(value)?.[1]
  if (encoded === undefined) return
  const text = Buffer.from(encoded, "base64").toString()
  secrets.add(text.slice(text.indexOf(":") + 1))
}

type Clean = (text: string) => string

function showMessage(
  headers: readonly (readonly [string, string])[],
  body: KeptBody,
  clean: Clean,
  isReply: boolean,
): ShownMessage {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? ""
  return {
    headers: headers
      .filter(([name]) => name !== askHeader)
      .map(([name, value]) => [clean(name), showHeader(name, value, clean)] as const),
    body:
      body.bytes === 0
        ? undefined
        : { type: clean(type), bytes: body.bytes, text: showText(type, body, clean, isReply) },
  }
}

/** The header that identifies a call sent by the dashboard. */
export const askHeader = "x-trivet-dashboard"

function showHeader(name: string, value: string, clean: Clean): string {
  if (name === "cookie")
    return cookiesOf(value)
      .map(([one]) => `${clean(one)}=${hidden}`)
      .join("; ")
  if (name === "set-cookie") return clean(value.replace(/=[^;]*/, `=${hidden}`))
  if (/^(?:proxy-)?authorization$/.test(name))
    return `${/^[a-z]+(?=\s)/i.exec(value)?.[0] ?? ""} ${hidden}`.trim()
  if (isSecretHeader(name)) return hidden
  // `Referer` and `Location` contain a query too.
  return clean(value.replace(/([?&][^=&\s;>"]{1,100}=)[^&\s;>"]*/g, `$1${hidden}`))
}

function showText(type: string, body: KeptBody, clean: Clean, isReply: boolean): string | undefined {
  const text = body.text()
  const json = jsonOf(text)
  if (json !== undefined) return clean(JSON.stringify(maskFields(json), undefined, 2))
  if (text === undefined || !body.isWhole) return undefined
  if (/x-www-form-urlencoded/i.test(type))
    return [...new URLSearchParams(text)]
      .map(([name, value]) => `${clean(showName(name))}=${isSecretName(name) ? hidden : clean(value)}`)
      .join("\n")
  // Other texts may contain secrets anywhere: only replies of the application are shown.
  return isReply && /^text\/|xml|svg/i.test(type) ? clean(text) : undefined
}

/** A copy of a value in which fields with a secret's name are masked. */
export function maskFields(value: unknown): unknown {
  if (typeof value === "string") return isLikeToken(value) ? hidden : value
  if (Array.isArray(value)) return value.map(maskFields)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isSecretName(name) && typeof part !== "boolean" && part !== null ? maskAll(part) : maskFields(part),
    ]),
  )
}

function maskAll(value: unknown): unknown {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0 ? value : hidden
}
