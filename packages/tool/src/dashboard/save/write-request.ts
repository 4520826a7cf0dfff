import { cookiesOf, isSecretHeader, jsonOf } from "../record/credentials.ts"
import type { RecordedCall } from "../record/recorded-call.ts"
import { isSecretName, isLikeToken } from "../record/secrets.ts"
import { askHeader } from "../record/show-call.ts"

/** How a value of a request is written: unchanged, as a variable from an earlier reply, or as a placeholder. */
export interface Writer {
  /** The variable that holds this value in the next run. */
  variable(text: string, name: string): string | undefined
  standIn(secret: string): string
}

/** Headers that do not affect the application's reply, or that the test's own request has anyway. */
const dropped =
  /^(?:host|connection|user-agent|accept-encoding|accept-language|content-length|transfer-encoding|keep-alive|expect|date|dnt|te|upgrade.*|priority|referer|cache-control|pragma|sec-(?!fetch-site).*|x-forwarded-.*|traceparent|tracestate)$/

/** The arguments of `app.request()` that repeat a call. */
export function writeRequest(call: RecordedCall, writer: Writer): string {
  const parts = [...writeHeaders(call, writer), ...writeBody(call, writer)]
  const options = parts.length === 0 ? "" : `, {\n${parts.map((part) => `    ${part},\n`).join("")}  }`
  return `${JSON.stringify(call.method)}, ${writeTarget(call, writer)}${options}`
}

/** A text as code: a template literal if it contains variables. */
export function template(parts: readonly (string | { readonly code: string })[]): string {
  if (parts.every((part) => typeof part === "string")) return JSON.stringify(parts.join(""))
  const [only] = parts
  if (parts.length === 1 && typeof only === "object") return only.code
  const texts = parts.map((part) =>
    typeof part === "string" ? part.replace(/[\\`]|\$(?=\{)/g, "\\$&") : `\${${part.code}}`,
  )
  return `\`${texts.join("")}\``
}

type Part = string | { readonly code: string }

function valueOf(text: string, name: string, writer: Writer): Part {
  const code = writer.variable(text, name)
  if (code !== undefined) return { code }
  return isSecretName(name) ? writer.standIn(text) : text
}

function writeTarget({ path, pattern, query }: RecordedCall, writer: Writer): string {
  const names = pattern?.split("/") ?? []
  const parts = path.split("/").flatMap((text, at): readonly Part[] => {
    const name = /^:(\w+)/.exec(names[at] ?? "")?.[1]
    const slash = at === 0 ? [] : ["/"]
    // A path without a route may contain a token.
    if (name === undefined) return [...slash, hideInText(text, writer.standIn)]
    const part = valueOf(text, name, writer)
    return [...slash, part]
  })
  const pairs = [...new URLSearchParams(query)].flatMap(([name, value], at): readonly Part[] => {
    const part = valueOf(value, name, writer)
    const shown = typeof part === "string" ? encodeURIComponent(part) : part
    return [`${at === 0 ? "?" : "&"}${encodeURIComponent(hideInText(name, writer.standIn))}=`, shown]
  })
  return template([...parts, ...pairs])
}

function writeHeaders(call: RecordedCall, writer: Writer): readonly string[] {
  const isJson = isJsonBody(call)
  const written = Object.entries(call.headers).flatMap(([name, value]) => {
    if (dropped.test(name) || name === askHeader) return []
    if (name === "content-type" && (isJson || call.body.bytes === 0)) return []
    if (name === "accept" && value === "*/*") return []
    // Same-origin in the test too, where the host differs.
    if (name === "origin" && isOwnOrigin(value, call.headers["host"])) return []
    if (name === "sec-fetch-site" && value !== "cross-site") return []
    return [`${propertyKey(name)}: ${writeHeader(name, value, writer)}`]
  })
  return written.length === 0 ? [] : [`headers: { ${written.join(", ")} }`]
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return /^https?:\/\/(.*)$/.exec(origin)?.[1] === host
}

function writeHeader(name: string, value: string, writer: Writer): string {
  if (name === "cookie") {
    const pairs = cookiesOf(value).flatMap(([cookie, text], at): readonly Part[] => {
      const code = writer.variable(text, cookie)
      return [`${at === 0 ? "" : "; "}${cookie}=`, code === undefined ? writer.standIn(text) : { code }]
    })
    return template(pairs)
  }
  const basic = /^basic\s+(\S+)$/i.exec(value)?.[1]
  if (name === "authorization" && basic !== undefined) {
    const text = Buffer.from(basic, "base64").toString()
    const at = text.indexOf(":") + 1
    return template([
      `Basic ${Buffer.from(text.slice(0, at) + writer.standIn(text.slice(at))).toString("base64")}`,
    ])
  }
  if (isSecretHeader(name)) {
    const [, scheme = "", text = ""] = /^([A-Za-z]+\s+)?(.*)$/.exec(value) ?? []
    const code = writer.variable(text, name)
    return template(
      [scheme, code === undefined ? writer.standIn(text) : { code }].filter((part) => part !== ""),
    )
  }
  return template([valueOf(value, name, writer)])
}

function isJsonBody({ headers, body }: RecordedCall): boolean {
  return /^application\/json\b/i.test(headers["content-type"] ?? "") && jsonOf(body.text()) !== undefined
}

function writeBody(call: RecordedCall, writer: Writer): readonly string[] {
  const { body, headers } = call
  if (body.bytes === 0) return []
  const text = body.text()
  if (text === undefined || !body.isWhole)
    throw new Error("The body of a request is too large, or no text: it cannot be written into a test.")
  if (isJsonBody(call)) return [`json: ${writeJson(jsonOf(text), "", writer, 4)}`]
  if (/x-www-form-urlencoded/i.test(headers["content-type"] ?? "") && jsonOf(text) === undefined) {
    const pairs = [...new URLSearchParams(text)].map(
      ([name, value]) =>
        `${propertyKey(hideInText(name, writer.standIn))}: ${template([valueOf(value, name, writer)])}`,
    )
    return [`body: new URLSearchParams({ ${pairs.join(", ")} }).toString()`]
  }
  const json = jsonOf(text)
  if (json !== undefined) return [`body: JSON.stringify(${writeJson(json, "", writer, 4)})`]
  return [`body: ${JSON.stringify(hideInText(text, writer.standIn))}`]
}

/** A JSON value as code. */
function writeJson(value: unknown, name: string, writer: Writer, indent: number): string {
  if (typeof value === "string") return template([valueOf(value, name, writer)])
  if (typeof value === "number") {
    const code = writer.variable(String(value), name)
    return code ?? String(value)
  }
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  return block(
    value,
    (part, key) => writeJson(part, Array.isArray(value) ? name : key, writer, indent + 2),
    indent,
  )
}

/** A list or an object as code: on one line if it is short. */
export function block(value: object, write: (part: unknown, key: string) => string, indent: number): string {
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([key, part]) =>
    isList ? write(part, key) : `${propertyKey(key)}: ${write(part, key)}`,
  )
  const [open, close] = isList ? ["[", "]"] : ["{", "}"]
  if (parts.length === 0) return `${open}${close}`
  const line = parts.join(", ")
  if (line.length + indent < 90 && !line.includes("\n")) return isList ? `[${line}]` : `{ ${line} }`
  const space = " ".repeat(indent)
  return `${open}\n${parts.map((part) => `${space}  ${part},\n`).join("")}${space}${close}`
}

/** The name of a property as code. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`
  return isPlainName(name) ? name : JSON.stringify(name)
}

/** The access to a property as code. */
export function memberOf(name: string): string {
  return isPlainName(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name)
}

/** A name with its value in a text that could not be parsed, such as truncated JSON or another form type. */
const named = /(?<name>[\w-]{1,60})(?<between>["']?\s*[:=]\s*["']?)(?<value>[^"'&,;}\]\s<]+)/g
const long = /[\w+/=~-]{24,}/g

/** Replaces what looks like a secret in a text of unknown form: by the name before it, or by its own shape. */
function hideInText(text: string, standIn: (secret: string) => string): string {
  return text
    .replace(named, (whole, name: string, between: string, value: string) =>
      isSecretName(name) ? `${name}${between}${standIn(value)}` : whole,
    )
    .replace(long, (found) => (isLikeToken(found) ? standIn(found) : found))
}
