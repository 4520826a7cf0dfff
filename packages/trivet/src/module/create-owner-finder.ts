import type { Binding } from "../inject/container.ts"

/** Creates a function that finds the other instance to which a method belongs; `undefined` for a standalone function. */
export function createOwnerFinder(
  bindings: readonly Binding[],
): (handler: unknown, controller: object) => string | undefined {
  let owners: Map<unknown, string> | undefined
  return (handler, controller) => {
    if (isMethodOf(handler, controller)) return undefined
    owners ??= collectMethods(bindings)
    return owners.get(handler)
  }
}

function isMethodOf(handler: unknown, instance: object): boolean {
  for (const bearer of bearersOf(instance)) {
    if (
      Object.values(Object.getOwnPropertyDescriptors(bearer)).some((property) => property.value === handler)
    )
      return true
  }
  return false
}

function collectMethods(bindings: readonly Binding[]): Map<unknown, string> {
  const owners = new Map<unknown, string>()
  for (const { instance, name } of bindings) {
    if (typeof instance !== "object" || instance === null) continue
    for (const bearer of bearersOf(instance)) {
      if (bearer === instance) continue
      for (const { value } of Object.values(Object.getOwnPropertyDescriptors(bearer))) {
        if (typeof value === "function" && !owners.has(value)) owners.set(value, name)
      }
    }
  }
  return owners
}

function* bearersOf(instance: object): Generator<object> {
  let bearer: object | null = instance
  while (bearer !== null && bearer !== Object.prototype) {
    yield bearer
    bearer = Object.getPrototypeOf(bearer) as object | null
  }
}
