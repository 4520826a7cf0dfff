/** The path of a route in a document. */
export interface DocumentPath {
  /** For example `/posts/{id}`. */
  readonly path: string
  /** The names of its parameters in the route and in the document. */
  readonly names: readonly { readonly own: string; readonly written: string }[]
}

/**
 * Writes paths for one document. There, `/posts/{id}` and `/posts/{post}` are the same path, so the second takes the
 * names of the first. Parameters cannot span segments, so a wildcard is written as one segment, or as more if that path
 * is already taken by a route with a parameter.
 */
export function createPathWriter(): (method: string, path: string) => DocumentPath {
  const paths = new Map<string, readonly string[]>()
  const taken = new Set<string>()
  return (method, path) => {
    const own = path.split("/").flatMap((segment) => nameIn(segment) ?? [])
    let written = path.split("/")
    // Only a wildcard can collide: two routes of the same shape and method are rejected at boot.
    while (taken.has(`${method} ${shapeOf(written)}`)) written = [...written.slice(0, -1), ":of", "*"]
    taken.add(`${method} ${shapeOf(written)}`)
    const names = paths.get(shapeOf(written)) ?? unique(written.flatMap((segment) => nameIn(segment) ?? []))
    paths.set(shapeOf(written), names)
    let at = 0
    const text = written.map((segment) => (nameIn(segment) === undefined ? segment : `{${names[at++]}}`))
    return {
      path: text.join("/"),
      names: names.map((name, index) => ({ own: own[index] ?? "*", written: name })),
    }
  }
}

function nameIn(segment: string): string | undefined {
  return segment === "*" ? "*" : segment.startsWith(":") ? segment.slice(1) : undefined
}

function shapeOf(segments: readonly string[]): string {
  return segments.map((segment) => (nameIn(segment) === undefined ? segment : "{}")).join("/")
}

function unique(names: readonly string[]): readonly string[] {
  return names.map((name, index) => {
    const wanted = name === "*" ? "rest" : name
    return names.some((other, at) => at !== index && other === wanted) && name === "*" ? `${wanted}_` : wanted
  })
}
