import { Fault } from "../fault/fault.ts"

/** One segment of a pattern: a literal as it is encoded in requests, a parameter's name, or the wildcard `*`. */
export interface Segment {
  readonly kind: "literal" | "parameter" | "wildcard"
  readonly text: string
}

/** A route's path, validated and parsed at boot. */
export interface Pattern {
  /** The tier in which the router looks for it. */
  readonly kind: "exact" | "pattern" | "wildcard"
  /** The path as it was written. */
  readonly path: string
  /** The path with its literals encoded as in requests. */
  readonly text: string
  /** `text` without the names of parameters. Two patterns of one shape match exactly the same paths. */
  readonly shape: string
  /** The parts between the slashes. A trailing slash results in an empty last literal. */
  readonly segments: readonly Segment[]
  /** The names of the parameters from left to right; the wildcard's is `*`. */
  readonly names: readonly string[]
}

/** Parses a route's path. Throws a fault if no request could match it or if it is ambiguous. */
export function parsePattern(path: string): Pattern {
  if (!path.startsWith("/")) throw new Fault("PATH_WITHOUT_SLASH", { path })
  const written = path.slice(1).split("/")
  const segments = written.map((text, index) => segmentOf(path, text, index === written.length - 1))
  const names = segments.filter((segment) => segment.kind !== "literal").map((segment) => segment.text)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Fault("PARAMETER_TWICE", { path, name: twice })
  return {
    kind: names.length === 0 ? "exact" : names.at(-1) === "*" ? "wildcard" : "pattern",
    path,
    text: join(segments, (name) => `:${name}`),
    shape: join(segments, () => ":"),
    segments,
    names,
  }
}

function join(segments: readonly Segment[], parameter: (name: string) => string): string {
  return segments.map(({ kind, text }) => `/${kind === "parameter" ? parameter(text) : text}`).join("")
}

function segmentOf(path: string, text: string, last: boolean): Segment {
  if (text === "*" && last) return { kind: "wildcard", text }
  if (/^:\w+$/.test(text)) return { kind: "parameter", text: internalized(text.slice(1)) }
  // `/v:id`, `/:id.json` and `/{id}` are parameters in other frameworks; as literals they would never match.
  if (/[:{}]/.test(text)) throw new Fault("PARAMETER_UNNAMED", { path, segment: text })
  if (text.includes("*")) throw new Fault("WILDCARD_NOT_LAST", { path })
  if (text === "" && !last) throw new Fault("PATH_INVALID", { path, what: "an empty segment" })
  return { kind: "literal", text: encodeLiteral(path, text) }
}

// Every call compares these names with literals in handlers. Engines store property names and literals only once, so
// comparing two of them only compares addresses.
function internalized(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}

const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\?/, "a query"],
  [/#/, "a fragment"],
  [/\\/, "a backslash"],
  [/[\0-\x1f\x7f]/, "a control character"],
  [/\p{Surrogate}/u, "half of a surrogate pair"],
  [/^(?:\.|%2e){1,2}$/i, "a dot segment"],
]

function encodeLiteral(path: string, text: string): string {
  const found = forbidden.find(([sign]) => sign.test(text))
  if (found !== undefined) throw new Fault("PATH_INVALID", { path, what: found[1] })
  // Encodes only what browsers encode in a path: `|` or `[` arrive unencoded.
  const encoded = text.replace(/[ "<>^`]|[^\0-\x7f]+/g, encodeURIComponent)
  try {
    decodeURIComponent(encoded)
  } catch {
    throw new Fault("PATH_INVALID", { path, what: "a malformed percent escape" })
  }
  return encoded
}
