import type { RouteDescription } from "trivet/extend"

/**
 * An id for each route, such as `usersShow`: controller and handler. If that is not a valid name, or several routes
 * would have it, they are all named by method and path instead, so that no id depends on the order of routes.
 */
export function operationIdsOf(routes: readonly RouteDescription[]): readonly string[] {
  const wished = routes.map(handlerId)
  const ids = routes.map((route, at) => {
    const wish = wished[at]
    return wish === undefined || wished.filter((other) => other === wish).length > 1 ? pathId(route) : wish
  })
  return ids.map((id, at) => {
    const before = ids.slice(0, at).filter((other) => other === id).length
    return before === 0 ? id : `${id}_${before + 1}`
  })
}

function handlerId({ controller, handler }: RouteDescription): string | undefined {
  const name = handler.replace(/^bound /, "")
  // An arrow function in a record is named after its property.
  if (!/^[A-Za-z]\w*$/.test(name) || name === "handler") return undefined
  return camelCase([controller.replace(/(?<=\w)Controller$/, ""), name])
}

function pathId({ method = "", path }: RouteDescription): string {
  const words = path
    .split("/")
    .map((segment) =>
      segment === "*" ? "rest" : segment.startsWith(":") ? `by ${segment.slice(1)}` : segment,
    )
  return camelCase([method.toLowerCase(), ...words])
}

function camelCase(texts: readonly string[]): string {
  const words = texts.flatMap((text) => text.split(/[^A-Za-z0-9]+/)).filter((word) => word !== "")
  return words.map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word))).join("")
}

function lowerFirst(word: string): string {
  return `${word.charAt(0).toLowerCase()}${word.slice(1)}`
}

/** A word with its first letter in upper case. */
export function upperFirst(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
