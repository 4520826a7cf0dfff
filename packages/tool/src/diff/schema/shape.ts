import type { JsonSchema } from "trivet/extend"
import { isRecord, isSchema, type Schema } from "./schema.ts"

/** A type of JSON values. An integer is a number that is a multiple of 1. */
export type Type = "string" | "number" | "boolean" | "null" | "object" | "array"

/** Values of one type that satisfy all of some rules. */
export interface Shape {
  readonly type: Type
  /** Schemas without references and alternatives. A value must satisfy each. */
  readonly parts: readonly JsonSchema[]
}

/** The name of the type. */
export function typeName(shape: Shape): string {
  return shape.type === "number" && shape.parts.some(isWhole) ? "integer" : shape.type
}

/** Whether a schema allows only whole numbers. */
export function isWhole({ type }: JsonSchema): boolean {
  return type === "integer" || (Array.isArray(type) && type.includes("integer") && !type.includes("number"))
}

/** The values of a keyword in the parts of a shape. */
export function rulesOf(shape: Shape, word: string): readonly unknown[] {
  return shape.parts.flatMap((part) => (part[word] === undefined ? [] : [part[word]]))
}

/** The names of the properties that a shape declares. */
export function namesOf(shape: Shape): readonly string[] {
  const named = rulesOf(shape, "properties").filter(isRecord)
  return [...new Set(named.flatMap((properties) => Object.keys(properties)))]
}

/** The names of the properties that a shape requires. */
export function requiredOf(shape: Shape): ReadonlySet<string> {
  return new Set(rulesOf(shape, "required").flatMap((names) => names as readonly string[]))
}

/** The schema of a property; `undefined` if the shape neither declares it nor has a rule for undeclared ones. */
export function findProperty(shape: Shape, name: string): Schema | undefined {
  const all = shape.parts.flatMap(({ properties, additionalProperties }): Schema[] => {
    const isOwn = isRecord(properties) && Object.hasOwn(properties, name)
    const rule: unknown = isOwn ? properties[name] : additionalProperties
    return isSchema(rule) ? [rule] : []
  })
  return all.length > 1 ? { allOf: all } : all[0]
}

/** The schema of undeclared properties; `undefined` if there is none: they are ignored. */
export function findAdditional(shape: Shape): Schema | undefined {
  const all = rulesOf(shape, "additionalProperties").filter(isSchema)
  if (all.includes(false)) return false
  return all.length > 1 ? { allOf: all } : all[0]
}
