import { kindOf } from "../../../fault/kind-of.ts"
import { compileTemplate, type Hole } from "./compile-template.ts"
import { escapeJson, escapeText, safeUrl } from "./escape.ts"
import { urlAttributes } from "./url-attributes.ts"

/**
 * A value in an `html` template. Text and numbers are escaped; `Html` is inserted unchanged; `null`, `undefined` and
 * booleans show nothing; lists show their items. Promises and async iterables are awaited while the page is sent. Other
 * objects are allowed only in `<script type="application/json">`.
 */
export type HtmlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Html
  | readonly HtmlValue[]
  | Promise<HtmlValue>
  | AsyncIterable<HtmlValue>
  | object

type Later = Promise<unknown> | AsyncIterable<unknown>

/** Markup that is sent unescaped. Make it with `html` or `raw()`. */
export class Html {
  /** The markup: one text, or texts, promises and async iterables in order. */
  readonly pieces: string | readonly (string | Promise<unknown> | AsyncIterable<unknown>)[]

  constructor(pieces: string | readonly (string | Promise<unknown> | AsyncIterable<unknown>)[]) {
    this.pieces = pieces
  }

  /** Returns the markup as text. Throws a `TypeError` if it contains promises or async iterables. */
  toString(): string {
    if (typeof this.pieces === "string") return this.pieces
    throw new TypeError("this markup waits for promises: send it, or read it with streamOf()")
  }

  /** Yields the markup piece by piece, and awaits promises and async iterables. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    if (typeof this.pieces === "string") yield this.pieces
    else for (const piece of this.pieces) yield* typeof piece === "string" ? [piece] : resolved(piece)
  }
}

/**
 * Marks a text as markup: `html` inserts it unescaped. Pass constants, or the output of a sanitizer. Text from a user
 * would run as a script.
 *
 * @example
 * ```ts
 * import { html, raw } from "trivet/web"
 *
 * const check = raw(`<svg viewBox="0 0 8 8"><path d="M1 4l2 2 4-4"/></svg>`)
 *
 * export const saved = (title: string) => html`<p>${check} ${title} was saved.</p>`
 * ```
 */
export function raw(markup: string): Html {
  return new Html(markup)
}

/**
 * Makes markup from a template literal. Each value is escaped for its position: text, attribute, URL, or JSON in
 * `<script type="application/json">`. A value in a position where no escaping is safe, such as an event handler or any
 * other script, throws a fault.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const { statics, holes } = compileTemplate(strings)
  let text = statics[0]!
  let pieces: (string | Later)[] | undefined
  for (let at = 0; at < holes.length; at++) {
    const hole = holes[at]!
    const value = values[at]
    if (hole.kind === "text") {
      const shown = markupOfValue(value)
      if (typeof shown === "string") text += shown
      else {
        ;(pieces ??= []).push(text, ...shown)
        text = ""
      }
    } else text += fill(hole, value)
    text += statics[at + 1]!
  }
  return new Html(pieces === undefined ? text : [...pieces, text])
}

function fill(hole: Hole, value: HtmlValue): string {
  if (hole.kind === "json") return escapeJson(value)
  if (hole.kind === "switch") return switched(hole.name, value)
  const text = value === null || value === undefined || value === false ? "" : String(value as string)
  if (hole.kind === "url") return escapeText(safeUrl(text))
  // Two values `java` and `script:` next to each other could form a scheme that neither contains alone.
  return escapeText(hole.kind === "scheme" ? text.replaceAll(":", "%3A") : text)
}

/** An attribute whose whole value is the hole: omitted for `false`, `null` and `undefined`, without a value for `true`. */
function switched(name: string, value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ""
  return value === true
    ? ` ${name}`
    : ` ${name}="${fill({ kind: urlAttributes.has(name) ? "url" : "attribute", name }, value)}"`
}

function markupOfValue(value: unknown): string | (string | Later)[] {
  if (typeof value === "string") return escapeText(value)
  if (value instanceof Html) return typeof value.pieces === "string" ? value.pieces : [...value.pieces]
  if (value === null || value === undefined || typeof value === "boolean") return ""
  if (Array.isArray(value)) return joined(value)
  if (value instanceof Promise) {
    // The error is thrown when the value is rendered. If it rejects earlier, or is never rendered, the unhandled
    // rejection must not end the process.
    value.catch(() => undefined)
    return [value as Later]
  }
  if (typeof value === "object" && Symbol.asyncIterator in value) return [value as Later]
  if (typeof value === "number" || typeof value === "bigint") return String(value)
  throw new TypeError(`${kindOf(value)} stands where a template shows text`)
}

function joined(values: readonly unknown[]): string | (string | Later)[] {
  let text = ""
  let pieces: (string | Later)[] | undefined
  for (const value of values) {
    const shown = markupOfValue(value)
    if (typeof shown === "string") text += shown
    else {
      ;(pieces ??= []).push(text, ...shown)
      text = ""
    }
  }
  return pieces === undefined ? text : [...pieces, text]
}

async function* resolved(later: Later): AsyncGenerator<string> {
  if (later instanceof Promise) yield* shownPieces(await later)
  else for await (const value of later) yield* shownPieces(value)
}

async function* shownPieces(value: unknown): AsyncGenerator<string> {
  const shown = markupOfValue(value)
  if (typeof shown === "string") yield shown
  else for (const piece of shown) yield* typeof piece === "string" ? [piece] : resolved(piece)
}
