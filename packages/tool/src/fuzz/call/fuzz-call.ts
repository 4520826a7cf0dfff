/**
 * A call to send. Its texts may contain two kinds of references in double braces: `salt`, which differs in each run,
 * and `0.body.id`, a value of the reply to the first call.
 */
export interface FuzzCall {
  readonly method: string
  /** The path of the route: `/posts/:id`. */
  readonly path: string
  /** The path as it is sent, for spellings that are not parameters: `/admin%00`. */
  readonly target?: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  readonly headers?: Readonly<Record<string, string>>
  /** A body as JSON. */
  readonly json?: unknown
  /** A body as a form. */
  readonly form?: Readonly<Record<string, string>>
  /** A body as it is sent, if it is neither JSON nor a form. */
  readonly text?: string
  /** The caller of `tests/access.ts` whose headers are sent. */
  readonly as?: string
  /** Whether `prepare()` of `tests/access.ts` fills the call. */
  readonly prepared?: boolean
  /** Whether cookies of earlier replies are sent. Default: true. */
  readonly cookies?: boolean
  /** An additional expectation for the reply. */
  readonly expect?: "rejected" | "admitted" | "no fewer rows than before"
}

/** A call with all references resolved. */
export interface ReadyCall {
  readonly method: string
  /** The path and the query, as they are sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const reference = /\{\{([^{}]+)\}\}/g

/** Resolves the references of a call. `find` returns the value of a reference; `undefined` if it has none. */
export function readyCall(call: FuzzCall, find: (reference: string) => unknown): ReadyCall {
  const fill = (text: string) =>
    text.replace(reference, (whole, name: string) => textOfValue(find(name), whole))
  const headers = Object.fromEntries(
    Object.entries(call.headers ?? {}).map(([name, text]) => [name.toLowerCase(), fill(text)]),
  )
  const [type, body] = filledBodyOf(call, fill, find)
  return {
    method: call.method,
    target: `${call.target === undefined ? filledPathOf(call, fill) : fill(call.target)}${filledQueryOf(call, fill)}`,
    headers: { ...(type !== undefined && { "content-type": type }), ...headers },
    body,
  }
}

/** The references in a call. */
export function referencesIn(call: FuzzCall): readonly string[] {
  return [...JSON.stringify(call).matchAll(reference)].map(([, name]) => name!)
}

/** Renumbers the references of a call: `{{2.body.id}}` becomes `{{1.body.id}}`. */
export function moveReferences(call: FuzzCall, move: (step: number) => number): FuzzCall {
  const text = JSON.stringify(call).replace(/\{\{(\d+)\./g, (_, step: string) => `{{${move(Number(step))}.`)
  return JSON.parse(text) as FuzzCall
}

function textOfValue(value: unknown, otherwise: string): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : otherwise
}

function filledPathOf({ path, params = {} }: FuzzCall, fill: (text: string) => string): string {
  return path
    .split("/")
    .map((segment) => {
      if (segment === "*")
        return fill(params["*"] ?? "")
          .split("/")
          .map(encoded)
          .join("/")
      if (!segment.startsWith(":")) return segment
      return encoded(fill(params[segment.slice(1)] ?? "1"))
    })
    .join("/")
}

function filledQueryOf({ query = {} }: FuzzCall, fill: (text: string) => string): string {
  const pairs = Object.entries(query).flatMap(([name, texts]) =>
    [texts].flat().map((text) => `${encoded(name)}=${encoded(fill(text))}`),
  )
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`
}

function filledBodyOf(
  { json, form, text }: FuzzCall,
  fill: (text: string) => string,
  find: (reference: string) => unknown,
): [type: string | undefined, body: string | undefined] {
  if (json !== undefined) return ["application/json", JSON.stringify(fillJson(json, fill, find))]
  if (form !== undefined) {
    const fields = Object.entries(form).map(([name, value]) => `${encoded(name)}=${encoded(fill(value))}`)
    return ["application/x-www-form-urlencoded", fields.join("&")]
  }
  return text === undefined ? [undefined, undefined] : ["application/json", text]
}

/** A text that consists of one reference becomes its value: a number stays a number. */
function fillJson(
  value: unknown,
  fill: (text: string) => string,
  find: (reference: string) => unknown,
): unknown {
  if (typeof value === "string") {
    const whole = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1]
    return whole === undefined ? fill(value) : (find(whole) ?? value)
  }
  if (Array.isArray(value)) return value.map((one) => fillJson(one, fill, find))
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, fillJson(one, fill, find)])
  return Object.fromEntries(entries)
}

/** Lone surrogates cannot be sent in a path. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
