import { findShapes } from "./schema/find-shapes.ts"
import type { Resolve, Schema } from "./schema/schema.ts"
import { findProperty, namesOf, type Shape } from "./schema/shape.ts"

/**
 * How the texts of a query, of headers or of a form are parsed, by name: as text, number or boolean, single or as a
 * list. A schema that is not an object has one entry under `""`.
 */
export function findReadings(schema: Schema, resolve: Resolve): ReadonlyMap<string, string> {
  const shapes = findShapes(schema, resolve) ?? []
  const objects = shapes.filter(({ type }) => type === "object")
  if (objects.length === 0 || objects.length < shapes.length)
    return new Map(shapes.length === 0 ? [] : [["", readingOf(shapes, resolve)]])
  const names = new Set(objects.flatMap(namesOf))
  return new Map(
    [...names].map((name) => {
      const inner = objects.flatMap((shape) => findShapes(findProperty(shape, name) ?? false, resolve) ?? [])
      return [name, readingOf(inner, resolve)] as const
    }),
  )
}

function readingOf(shapes: readonly Shape[], resolve: Resolve): string {
  const lists = shapes.filter(({ type }) => type === "array")
  if (lists.length === 0) return shapeName(shapes)
  const items = lists.flatMap(({ parts }) =>
    parts.flatMap(({ items: one }) => (one === undefined ? [] : (findShapes(one as Schema, resolve) ?? []))),
  )
  return `list of ${shapeName(items)}`
}

function shapeName(shapes: readonly Shape[]): string {
  const types = new Set(shapes.map(({ type }) => type))
  if (types.has("string")) return "text"
  return types.has("number") ? "number" : types.has("boolean") ? "boolean" : "text"
}
