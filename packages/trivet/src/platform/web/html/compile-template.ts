import { Fault } from "../../../fault/fault.ts"
import { choosesScheme, holeMark, kindInAddress } from "./address-hole.ts"
import { isCodeAttribute } from "./code-attributes.ts"
import { urlAttributes } from "./url-attributes.ts"

/** The position of a value in a template. */
export interface Hole {
  /**
   * `switch`: the whole value of an attribute, which is written with its name or not at all. `url`: the beginning of a
   * URL. `scheme`: a continuation where the scheme may not be complete yet. `json`: a value in a JSON element.
   */
  readonly kind: "text" | "attribute" | "url" | "scheme" | "json" | "switch"
  readonly name: string
}

/** A parsed template: the static texts around the holes, and the kind of each hole. */
export interface Template {
  readonly statics: readonly string[]
  readonly holes: readonly Hole[]
}

const known = new WeakMap<TemplateStringsArray, Template>()

/** Parses a template once: the same place in the source always passes the same array. */
export function compileTemplate(strings: TemplateStringsArray): Template {
  let template = known.get(strings)
  if (template === undefined) {
    template = read(strings)
    known.set(strings, template)
  }
  return template
}

/** The state of the parser. `quote` is the mark that ends an attribute's value. */
interface Place {
  state: "text" | "tag" | "name" | "value" | "raw" | "comment"
  tag: string
  closing: boolean
  attribute: string
  quote: string
  /** The tag's first `type` attribute, which browsers use. `undefined` until there is one. */
  type: string | undefined
  /** The first attribute of a `<meta>` that a pragma needs: `http-equiv`, or a `content` with a value. */
  pragma: string
  /** The text of the attribute's value, or of the script, that was read so far. */
  before: string
}

function read(strings: TemplateStringsArray): Template {
  const statics: string[] = []
  const holes: Hole[] = []
  const place: Place = {
    state: "text",
    tag: "",
    closing: false,
    attribute: "",
    quote: "",
    type: undefined,
    pragma: "",
    before: "",
  }
  for (const [at, text] of strings.entries()) {
    advance(place, text)
    const last = at === strings.length - 1
    const hole = last ? undefined : holeAt(place, strings, at)
    // The attribute's name is written together with its value, or not at all.
    statics.push(hole?.kind === "switch" ? text.slice(0, text.length - hole.name.length - 1).trimEnd() : text)
    if (hole !== undefined) holes.push(hole)
    place.before += holeMark
    if (hole?.kind === "switch") endAttribute(place, text)
  }
  return { statics, holes }
}

function holeAt(place: Place, strings: TemplateStringsArray, at: number): Hole {
  const { state, tag, attribute, quote, before } = place
  if (state === "text") return { kind: "text", name: "" }
  if (state === "raw" && (tag === "textarea" || tag === "title")) return { kind: "text", name: "" }
  if (isData(place) && isJsonValue(before)) return { kind: "json", name: "" }
  if (state === "value" && !isCodeAttribute(tag, attribute)) {
    const kind = urlAttributes.has(attribute) ? kindInAddress(before) : "attribute"
    if (quote !== "" && kind !== undefined) return { kind, name: attribute }
    if (quote === "" && before === "" && /^[\t\n\f\r />]/.test(strings[at + 1]!))
      return { kind: "switch", name: attribute }
  }
  throw unsafe(place, strings[at]!)
}

/**
 * Whether a place is inside a JSON element, which browsers never execute. Without a type, or with any other, it is
 * code.
 */
function isData({ state, tag, type = "" }: Place): boolean {
  return state === "raw" && tag === "script" && /^application\/(?:[\w.-]+\+)?json$/.test(type)
}

/** Whether a value may begin here in JSON: not inside a string. */
function isJsonValue(json: string): boolean {
  const plain = json.replace(/"(?:[^"\\]|\\.)*"/g, "0")
  return !plain.includes('"') && (plain.trim() === "" || /[,:[]\s*$/.test(plain))
}

/** Ends an attribute, with its value or without one. */
function endAttribute(place: Place, text: string): void {
  const { tag, attribute, before } = place
  if (attribute === "type") place.type ??= before.trim().toLowerCase()
  if (
    tag === "meta" &&
    (attribute === "http-equiv" || (attribute === "content" && before.includes(holeMark)))
  ) {
    // A value in `<meta http-equiv="refresh" content="…">` can redirect the visitor. Either attribute may come first.
    if (place.pragma !== "" && place.pragma !== attribute) throw unsafe(place, text)
    place.pragma = attribute
  }
  Object.assign(place, { state: "tag", attribute: "", before: "" })
}

function unsafe(place: Place, text: string): Fault {
  const near = JSON.stringify(text.slice(-40))
  if (place.state === "raw" && place.tag === "script" && !isData(place))
    return new Fault("HTML_HOLE_IN_SCRIPT", { near })
  return new Fault("HTML_HOLE_UNSAFE", { place: describePlace(place), near })
}

function describePlace({ state, tag, attribute }: Place): string {
  if (state === "value") return `the attribute \`${attribute}\``
  if (state === "raw") return tag === "script" ? "a text of a JSON element" : `\`<${tag}>\``
  if (state === "comment") return "a comment"
  return "a tag or an attribute's name"
}

const rawTags: ReadonlySet<string> = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "plaintext",
])

function advance(place: Place, text: string): void {
  let at = 0
  while (at < text.length) at = steps[place.state](place, text, at)
}

/** Each step parses from an index of a text and returns the index where the next one continues. */
const steps: Readonly<Record<Place["state"], (place: Place, text: string, at: number) => number>> = {
  text(place, text, at) {
    const open = text.indexOf("<", at)
    if (open === -1) return text.length
    if (text.startsWith("<!--", open)) {
      // `<!-->` and `<!--->` are complete comments.
      const empty = /^-?>/.exec(text.slice(open + 4, open + 6))
      if (empty === null) place.state = "comment"
      return open + 4 + (empty?.[0].length ?? 0)
    }
    const name = /^<(\/?)([a-z][^\t\n\f\r />]*)/i.exec(text.slice(open))
    // A `<` at the end could form a tag together with the following value.
    if (name === null && open === text.length - 1) place.state = "name"
    if (name === null) return open + 1
    Object.assign(place, {
      state: "tag",
      tag: name[2]!.toLowerCase(),
      closing: name[1] === "/",
      type: undefined,
      pragma: "",
      attribute: "",
      before: "",
    })
    return open + name[0].length
  },
  tag(place, text, at) {
    const character = text[at]!
    if (character === ">") {
      const raw = !place.closing && rawTags.has(place.tag)
      Object.assign(place, { state: raw ? "raw" : "text", before: "" })
      return at + 1
    }
    if (/[\t\n\f\r /]/.test(character)) return at + 1
    place.state = "name"
    place.attribute = ""
    return at
  },
  name(place, text, at) {
    const rest = /^[^\t\n\f\r />=]*/.exec(text.slice(at))![0]
    place.attribute = (place.attribute + rest).toLowerCase()
    const end = at + rest.length
    if (end === text.length) return end
    place.before = ""
    const equals = /^[\t\n\f\r ]*=[\t\n\f\r ]*/.exec(text.slice(end))
    if (equals === null) endAttribute(place, text)
    if (equals === null) return end
    const start = end + equals[0].length
    const quote = text[start] === '"' || text[start] === "'" ? text[start] : ""
    Object.assign(place, { state: "value", quote })
    return start + quote.length
  },
  value(place, text, at) {
    const rest = text.slice(at)
    const end = place.quote === "" ? rest.search(/[\t\n\f\r >]/) : rest.indexOf(place.quote)
    place.before += end === -1 ? rest : rest.slice(0, end)
    if (end === -1) return text.length
    if (urlAttributes.has(place.attribute) && choosesScheme(place.before)) throw unsafe(place, text)
    endAttribute(place, text)
    return at + end + place.quote.length
  },
  raw(place, text, at) {
    const end = text.slice(at).search(new RegExp(`</${place.tag}[\\t\\n\\f\\r />]`, "i"))
    place.before += end === -1 ? text.slice(at) : ""
    if (end === -1) return text.length
    Object.assign(place, { state: "tag", closing: true })
    return at + end + place.tag.length + 2
  },
  comment(place, text, at) {
    const [, end] = /^([^]*?--!?>)/.exec(text.slice(at)) ?? []
    if (end === undefined) return text.length
    place.state = "text"
    return at + end.length
  },
}
