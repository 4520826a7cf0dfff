import type { Call } from "../../context/call.ts"
import { isThenable } from "../../context/is-thenable.ts"
import { Fault } from "../../fault/fault.ts"
import { kindOf } from "../../fault/kind-of.ts"
import { titleOf } from "../../module/routes/flat-route.ts"

/** A returned value as JSON. Throws a fault that names the route and the part that has no JSON form. */
export function jsonTextOf(value: unknown, call: Call): string {
  checkJsonForm(value, call)
  let text: string | undefined
  try {
    text = JSON.stringify(value) as string | undefined
  } catch (error) {
    // If no part lacks a JSON form, a getter or `toJSON()` has thrown: report its error.
    throw findFault(value, call) ?? error
  }
  if (text === undefined) throw faultFor(value, [], call)
  return text
}

/**
 * Throws a fault for a value that JSON would drop or turn into `{}`. Nested parts are checked outside production only,
 * because that costs as much as writing the JSON.
 */
export function checkJsonForm(value: unknown, call: Call): void {
  const fault = call.settings.production
    ? hasJsonForm(value)
      ? undefined
      : faultFor(value, [], call)
    : findFault(value, call)
  if (fault !== undefined) throw fault
}

function findFault(value: unknown, call: Call): Fault | undefined {
  const found = findWithoutForm(value, [], [])
  return found && faultFor(found.value, found.path, call)
}

interface Found {
  readonly value: unknown
  readonly path: readonly string[]
}

function findWithoutForm(
  value: unknown,
  path: readonly string[],
  parents: readonly unknown[],
): Found | undefined {
  if (!hasJsonForm(value) || parents.includes(value)) return { value, path }
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined
  const within = [...parents, value]
  for (const [name, part] of Object.entries(value)) {
    const found = part === undefined ? undefined : findWithoutForm(part, [...path, name], within)
    if (found !== undefined) return found
  }
  return undefined
}

function hasJsonForm(value: unknown): boolean {
  if (typeof value !== "object")
    return typeof value !== "bigint" && typeof value !== "function" && typeof value !== "symbol"
  if (value === null || Array.isArray(value) || "toJSON" in value) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return !isThenable(value)
  // An object without own fields usually has its content elsewhere: `Map`, `Blob`, `#private` fields.
  return !(value instanceof Error || isThenable(value)) && hasFields(value)
}

function hasFields(value: object): boolean {
  for (const name in value) if (Object.hasOwn(value, name)) return true
  return false
}

function faultFor(value: unknown, path: readonly string[], call: Call): Fault {
  return new Fault("RESULT_NOT_JSON", {
    route: titleOf(call.method, call.pattern ?? call.path),
    entry: path.length === 0 ? kindOf(value) : `${kindOf(value)} in \`${path.join(".")}\``,
  })
}
