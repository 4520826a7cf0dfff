import { isSameJson } from "./schema.ts"
import { rulesOf, type Shape } from "./shape.ts"

/** All values that a shape can have, as far as `enum` and `const` list them; `undefined` if they are not listed. */
export function findValues(shape: Shape): readonly unknown[] | undefined {
  const lists = [
    ...rulesOf(shape, "enum").map((list) => list as readonly unknown[]),
    ...rulesOf(shape, "const").map((value) => [value]),
    ...(shape.type === "boolean" ? [[true, false]] : []),
    ...(shape.type === "null" ? [[null]] : []),
  ]
  const [first, ...others] = lists
  return first?.filter(
    (value) =>
      typeOf(value) === shape.type && others.every((list) => list.some((other) => isSameJson(value, other))),
  )
}

/** The type of a JSON value. */
export function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value
}
