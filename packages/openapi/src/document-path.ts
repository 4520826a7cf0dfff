/** How a route's path is written in a document. */
export interface DocumentPath {
  /** Such as `/posts/{id}`. */
  readonly path: string
  /** The names of its parameters as the route has them, and as the document has them. */
  readonly names: readonly { readonly own: string; readonly written: string }[]
}

/**
 * Writes paths for one document. There, `/posts/{id}` and `/posts/{post}` are the same path, so the second takes the
 * names of the first; and no parameter takes several segments, so a wildcard is written as one segment, or as more
 * where a route with a parameter stands there already.
 */
export function createPathWriter(): (method: string, path: string) => DocumentPath {
  const paths = new Map<string, readonly string[]>()
  const taken = new Set<string>()
  return (method, path) => {
    const own = path.split("/").flatMap((segment) => nameIn(segment) ?? [])
    let written = path.split("/")
    // Only a wildcard can collide: two routes of one shape and method are refused when an application is built.
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
