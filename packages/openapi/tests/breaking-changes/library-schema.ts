import { dto, list, optional, type StandardSchema } from "trivet"
import { z } from "zod"
import type { ObjectPart, Part } from "./random-schema.ts"

/** A schema of a library. */
export function schemaOf(part: Part, library: "dto" | "zod"): StandardSchema {
  return library === "dto" ? dtoOf(part as ObjectPart) : zodOf(part)
}

/** Whether a schema's own validator accepts a value. */
export function accepts(schema: StandardSchema, value: unknown): boolean {
  const result = schema["~standard"].validate(structuredClone(value))
  if (result instanceof Promise) throw new Error("these schemas do not wait")
  return result.issues === undefined
}

type AnyDto = ReturnType<typeof dto>

function dtoOf({ fields }: ObjectPart): AnyDto {
  const made = Object.entries(fields).map(([name, { part, optional: isOptional, byDefault }]) => {
    if (part.kind === "object") return [name, isOptional ? optional(dtoOf(part)) : dtoOf(part)]
    if (part.kind === "list") {
      const items = list(dtoOf(part.item as ObjectPart))
      return [name, isOptional ? optional(items) : items]
    }
    const isListed = part.kind === "values" && byDefault !== undefined && part.values.includes(byDefault)
    return [
      name,
      [isOptional ? "" : "required", tagsOf(part), isListed ? `default=${byDefault}` : ""].join(","),
    ]
  })
  return (dto as (given: object) => AnyDto)(Object.fromEntries(made) as object)
}

function tagsOf(part: Part): string {
  if (part.kind === "boolean") return "boolean"
  if (part.kind === "values") return `oneof=${part.values.join("|")}`
  if (part.kind !== "text" && part.kind !== "number") throw new Error(`a dto() has no ${part.kind}`)
  const { min, max } = part
  const type = part.kind === "text" ? (part.email === true ? "email" : "") : part.whole ? "integer" : "number"
  return [type, min === undefined ? "" : `min=${min}`, max === undefined ? "" : `max=${max}`].join(",")
}

function zodOf(part: Part): z.ZodType {
  switch (part.kind) {
    case "text": {
      let made = z.string()
      if (part.min !== undefined) made = made.min(part.min)
      if (part.max !== undefined) made = made.max(part.max)
      return part.pattern === undefined ? made : made.regex(new RegExp(part.pattern))
    }
    case "number": {
      let made: z.ZodNumber = part.whole ? z.int() : z.number()
      if (part.min !== undefined) made = part.above === true ? made.gt(part.min) : made.min(part.min)
      if (part.max !== undefined) made = made.max(part.max)
      return part.step === undefined ? made : made.multipleOf(part.step)
    }
    case "boolean":
      return z.boolean()
    case "null":
      return z.null()
    case "values":
      return z.enum(part.values)
    case "list": {
      let made = z.array(zodOf(part.item))
      if (part.min !== undefined) made = made.min(part.min)
      return part.max === undefined ? made : made.max(part.max)
    }
    case "tuple":
      return z.tuple(part.items.map(zodOf) as [z.ZodType])
    case "record":
      return z.record(z.string(), zodOf(part.value))
    case "union":
      return z.union(part.of.map(zodOf))
    case "tagged":
      return z.discriminatedUnion(
        "kind",
        part.of.map(([tag, one]) => objectOf(one, { kind: z.literal(tag) })) as [z.ZodObject],
      )
    case "object":
      break
  }
  return objectOf(part)
}

function objectOf(
  { fields, extra }: ObjectPart,
  more: Readonly<Record<string, z.ZodType>> = {},
): z.ZodObject {
  const made = Object.entries(fields).map(([name, { part, optional: isOptional }]) => {
    const own = zodOf(part)
    return [name, isOptional ? own.optional() : own] as const
  })
  const shape = { ...Object.fromEntries(made), ...more }
  if (extra === "reject") return z.strictObject(shape)
  if (extra === "keep") return z.looseObject(shape)
  return extra === "drop" ? z.object(shape) : z.object(shape).catchall(zodOf(extra))
}
