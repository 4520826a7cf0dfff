import { kindOf } from "../../fault/kind-of.ts"
import { compileTemplate, type Hole } from "./compile-template.ts"
import { escapeJson, escapeText, safeUrl } from "./escape.ts"
import { urlAttributes } from "./url-attributes.ts"

/** What may stand in a template. Texts are escaped for where they stand; `Html` is taken as it is. */
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

/** Markup that is safe to send. Only `html` and `raw` make it. */
export class Html {
  /** One text, or texts and what is still to come, in order. */
  readonly pieces: string | readonly (string | Promise<unknown> | AsyncIterable<unknown>)[]

  constructor(pieces: string | readonly (string | Promise<unknown> | AsyncIterable<unknown>)[]) {
    this.pieces = pieces
  }

  /** The markup as text. Only for markup in which nothing is still to come. */
  toString(): string {
    if (typeof this.pieces === "string") return this.pieces
    throw new TypeError("this markup waits for promises: send it, or read it with streamOf()")
  }

  /** The markup piece by piece, waiting for what is still to come. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    if (typeof this.pieces === "string") yield this.pieces
    else for (const piece of this.pieces) yield* typeof piece === "string" ? [piece] : resolved(piece)
  }
}

/** Takes a text as markup, unescaped. Whoever calls it answers for where the text comes from. */
export function raw(markup: string): Html {
  return new Html(markup)
}

/**
 * Markup from a template. Each value is escaped for where it stands: text, attribute, address, or JSON inside of
 * `<script type="application/json">`. A place where no escaping is safe, such as an event handler or any other script, is
 * a fault.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const { statics, holes } = compileTemplate(strings)
  let text = statics[0]!
  let pieces: (string | Later)[] | undefined
  for (let at = 0; at < holes.length; at++) {
    const hole = holes[at]!
    const value = values[at]
    if (hole.kind === "text") {
      const shown = textOf(value)
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
  // With one piece `java` and the next `script:`, neither would be found out alone.
  return escapeText(hole.kind === "scheme" ? text.replaceAll(":", "%3A") : text)
}

/** An attribute whose whole value is the hole: left out for `false`, `null` and `undefined`, bare for `true`. */
function switched(name: string, value: HtmlValue): string {
  if (value === false || value === null || value === undefined) return ""
  return value === true
    ? ` ${name}`
    : ` ${name}="${fill({ kind: urlAttributes.has(name) ? "url" : "attribute", name }, value)}"`
}

function textOf(value: unknown): string | (string | Later)[] {
  if (typeof value === "string") return escapeText(value)
  if (value instanceof Html) return typeof value.pieces === "string" ? value.pieces : [...value.pieces]
  if (value === null || value === undefined || typeof value === "boolean") return ""
  if (Array.isArray(value)) return listOf(value)
  if (value instanceof Promise || (typeof value === "object" && Symbol.asyncIterator in value))
    return [value as Later]
  if (typeof value === "number" || typeof value === "bigint") return String(value)
  throw new TypeError(`${kindOf(value)} stands where a template shows text`)
}

function listOf(values: readonly unknown[]): string | (string | Later)[] {
  let text = ""
  let pieces: (string | Later)[] | undefined
  for (const value of values) {
    const shown = textOf(value)
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
  const shown = textOf(value)
  if (typeof shown === "string") yield shown
  else for (const piece of shown) yield* typeof piece === "string" ? [piece] : resolved(piece)
}
