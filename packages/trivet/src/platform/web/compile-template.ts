import { Fault } from "../../fault/fault.ts"
import { isFollowed } from "./escape.ts"
import { urlAttributes } from "./url-attributes.ts"

/** Where a value stands in a template. */
export interface Hole {
  /**
   * `switch` is an attribute whose whole value it is: the name is written with the value, or not at all. `url` begins
   * an address, and `scheme` goes on where its scheme may not be over yet.
   */
  readonly kind: "text" | "attribute" | "url" | "scheme" | "script" | "switch"
  readonly name: string
}

/** A template taken apart: the fixed texts around the holes, and what each hole is. */
export interface Template {
  readonly statics: readonly string[]
  readonly holes: readonly Hole[]
}

const known = new WeakMap<TemplateStringsArray, Template>()

/** Reads a template once: the same place in the source always gives the same array. */
export function compileTemplate(strings: TemplateStringsArray): Template {
  let template = known.get(strings)
  if (template === undefined) {
    template = read(strings)
    known.set(strings, template)
  }
  return template
}

/** Where the reader is. `quote` is the mark that ends an attribute's value. */
interface Place {
  state: "text" | "tag" | "name" | "value" | "raw" | "comment"
  tag: string
  closing: boolean
  attribute: string
  quote: string
  /** What was read of the attribute's value, or of the script. */
  before: string
}

function read(strings: TemplateStringsArray): Template {
  const statics: string[] = []
  const holes: Hole[] = []
  const place: Place = { state: "text", tag: "", closing: false, attribute: "", quote: "", before: "" }
  for (const [at, text] of strings.entries()) {
    advance(place, text)
    const last = at === strings.length - 1
    const hole = last ? undefined : holeAt(place, strings, at)
    // The attribute's name is written together with its value, or not at all.
    statics.push(hole?.kind === "switch" ? text.slice(0, text.length - hole.name.length - 1).trimEnd() : text)
    if (hole !== undefined) holes.push(hole)
    if (hole?.kind === "switch") Object.assign(place, { state: "tag", attribute: "", before: "" })
    else place.before += "\u0000"
  }
  return { statics, holes }
}

function holeAt(place: Place, strings: TemplateStringsArray, at: number): Hole {
  const { state, tag, attribute, quote, before } = place
  if (state === "text") return { kind: "text", name: "" }
  if (state === "raw" && (tag === "textarea" || tag === "title")) return { kind: "text", name: "" }
  if (state === "raw" && tag === "script" && isExpression(before)) return { kind: "script", name: "" }
  if (state === "value" && !isUnsafe(attribute)) {
    const kind = urlAttributes.has(attribute) ? kindInAddress(before) : "attribute"
    if (quote !== "" && kind !== undefined) return { kind, name: attribute }
    if (quote === "" && before === "" && /^[\s/>]/.test(strings[at + 1]!))
      return { kind: "switch", name: attribute }
  }
  throw unsafe(place, strings[at]!)
}

/** What a value is in the middle of an address; `undefined` where it would be code, or could choose what is. */
function kindInAddress(before: string): Hole["kind"] | undefined {
  const [, start = "", end] = /^([^/?#:]*)([/?#:]?)/.exec(before.trimStart())!
  if (end === "") return start === "" ? "url" : "scheme"
  return end === ":" && !isFollowed(start) ? undefined : "attribute"
}

/** Event handlers and styles are languages of their own, in which no escaping of ours is safe. */
function isUnsafe(attribute: string): boolean {
  return (
    attribute.startsWith("on") || attribute === "style" || attribute === "srcdoc" || attribute === "srcset"
  )
}

/** Whether a value may begin here in a script: not within a text, a comment or a name. */
function isExpression(script: string): boolean {
  const plain = script.replace(
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*\n|\/\*[^]*?\*\//g,
    "0",
  )
  return !/["'`]|\/[/*]/.test(plain) && (plain.trim() === "" || /[=(,:[]\s*$/.test(plain))
}

/** `"${name}:more"` would let a value choose the scheme, such as `javascript`. */
function refuseScheme(place: Place, text: string): void {
  if (urlAttributes.has(place.attribute) && /^[^/?#:]*\0[^/?#:]*:/.test(place.before))
    throw unsafe(place, text)
}

function unsafe(place: Place, text: string): Fault {
  return new Fault("HTML_HOLE_UNSAFE", { place: describePlace(place), near: JSON.stringify(text.slice(-40)) })
}

function describePlace({ state, tag, attribute }: Place): string {
  if (state === "value") return `the attribute \`${attribute}\``
  if (state === "raw") return `\`<${tag}>\``
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

/** Each reads from a place in a text and gives where the next one goes on. */
const steps: Readonly<Record<Place["state"], (place: Place, text: string, at: number) => number>> = {
  text(place, text, at) {
    const open = text.indexOf("<", at)
    if (open === -1) return text.length
    if (text.startsWith("<!--", open)) {
      place.state = "comment"
      return open + 4
    }
    const name = /^<(\/?)([a-z][^\s/>]*)/i.exec(text.slice(open, open + 64))
    // A lone `<` at the end might become a tag with the value after it.
    if (name === null && open === text.length - 1) place.state = "name"
    if (name === null) return open + 1
    Object.assign(place, {
      state: "tag",
      tag: name[2]!.toLowerCase(),
      closing: name[1] === "/",
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
    if (/[\s/]/.test(character)) return at + 1
    place.state = "name"
    place.attribute = ""
    return at
  },
  name(place, text, at) {
    const rest = /^[^\s/>=]*/.exec(text.slice(at))![0]
    place.attribute = (place.attribute + rest).toLowerCase()
    const end = at + rest.length
    if (end === text.length) return end
    const equals = /^\s*=\s*/.exec(text.slice(end))
    place.state = equals === null ? "tag" : "value"
    if (equals === null) return end
    const start = end + equals[0].length
    const quote = text[start] === '"' || text[start] === "'" ? text[start] : ""
    Object.assign(place, { quote, before: "" })
    return start + quote.length
  },
  value(place, text, at) {
    const rest = text.slice(at)
    const end = place.quote === "" ? rest.search(/[\s>]/) : rest.indexOf(place.quote)
    place.before += end === -1 ? rest : rest.slice(0, end)
    if (end === -1) return text.length
    refuseScheme(place, text)
    place.state = "tag"
    return at + end + place.quote.length
  },
  raw(place, text, at) {
    const end = text.slice(at).search(new RegExp(`</${place.tag}[\\s/>]`, "i"))
    place.before += end === -1 ? text.slice(at) : ""
    if (end === -1) return text.length
    Object.assign(place, { state: "tag", closing: true })
    return at + end + place.tag.length + 2
  },
  comment(place, text, at) {
    const end = text.indexOf("-->", at)
    if (end === -1) return text.length
    place.state = "text"
    return end + 3
  },
}
