import type { StandardSchema } from "trivet"
import { findJsonSchema, type RouteDescription, type StreamSchema } from "trivet/extend"
import { isUsualError } from "./error-schemas.ts"
import { upperFirst } from "./operation-ids.ts"

/** Names for the schemas under `components`: those given, those with a title, and objects that are used twice. */
export function nameSchemas(
  routes: readonly RouteDescription[],
  ids: readonly string[],
  given: Readonly<Record<string, StandardSchema>>,
): ReadonlyMap<StandardSchema, string> {
  const names = new Map<StandardSchema, string>(Object.entries(given).map(([name, schema]) => [schema, name]))
  const taken = new Set(["Error", "Problem", ...names.values()])
  const uses = routes.flatMap((route, at) => usesOf(route, upperFirst(ids[at] ?? "")))
  const seen = new Set<StandardSchema>()
  const twice = new Set<StandardSchema>()
  for (const { schema } of uses) (seen.has(schema) ? twice : seen).add(schema)
  for (const { schema, role } of uses) {
    if (names.has(schema)) continue
    const json = findJsonSchema(schema, "input") ?? {}
    const { id, title, properties } = json
    const called = [id, title].find((text) => typeof text === "string" && /^[A-Za-z]/.test(text)) as
      | string
      | undefined
    const shared = twice.has(schema) && properties !== undefined && !isUsualError(json)
    if (called === undefined && !shared) continue
    const name = free(called === undefined ? role : called.replace(/[^\w.-]+/g, ""), taken)
    names.set(schema, name)
    taken.add(name)
  }
  return names
}

interface Use {
  readonly schema: StandardSchema
  /** The name that this use would give it. */
  readonly role: string
}

function usesOf({ record: { accepts, returns } }: RouteDescription, operation: string): readonly Use[] {
  const body = accepts?.body === undefined ? [] : [{ schema: accepts.body, role: `${operation}Body` }]
  const replies = Object.entries(returns ?? {}).flatMap(([status, schema]) => {
    const role = Number(status) < 300 ? `${operation}Reply` : `${operation}Reply${status}`
    if (schema === null) return []
    return "~event" in schema
      ? [{ schema: (schema as StreamSchema)["~event"], role: `${operation}Event` }]
      : [{ schema, role }]
  })
  return [...body, ...replies]
}

function free(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
  return name
}
