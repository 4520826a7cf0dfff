import type { JsonSchema } from "trivet/extend"
import { findValues, typeOf } from "./find-values.ts"
import { isUnknownWord } from "./known-words.ts"
import { isSameJson } from "./schema.ts"
import { isWhole, type Shape } from "./shape.ts"

/** Whether a value has a shape; `undefined` if it cannot be decided. */
export function judgeShape(shape: Shape, value: unknown): boolean | undefined {
  if (typeOf(value) !== shape.type) return false
  const values = findValues(shape)
  if (values !== undefined && !values.some((one) => isSameJson(one, value))) return false
  const verdicts = shape.parts.flatMap((part) => judgeRules(part, value))
  return verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true
}

function judgeRules(part: JsonSchema, value: unknown): readonly (boolean | undefined)[] {
  const rules = Object.keys(part).map((word) => (isUnknownWord(word) ? undefined : true))
  if (typeof value === "string") return [...rules, ...judgeText(part, value)]
  if (typeof value === "number") return [...rules, ...judgeNumber(part, value)]
  // A listed object or list: judging its parts is not implemented.
  if (typeof value === "object" && value !== null) return [undefined]
  return rules
}

function judgeText(part: JsonSchema, text: string): readonly (boolean | undefined)[] {
  const { minLength = 0, maxLength = Infinity, pattern, format, contentEncoding, contentMediaType } = part
  const length = Array.from(text).length
  return [
    length >= Number(minLength) && length <= Number(maxLength),
    typeof pattern !== "string" || matches(pattern, text),
    [format, contentEncoding, contentMediaType].every((rule) => rule === undefined) || undefined,
  ]
}

function matches(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, "u").test(text)
  } catch {
    return undefined
  }
}

function judgeNumber(part: JsonSchema, value: number): readonly (boolean | undefined)[] {
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  } = part
  const { multipleOf, format } = part
  return [
    value >= Number(minimum) && value <= Number(maximum),
    value > Number(exclusiveMinimum) && value < Number(exclusiveMaximum),
    !isWhole(part) || Number.isInteger(value),
    multipleOf === undefined ||
      value === 0 ||
      (Number.isInteger(value / Number(multipleOf)) ? true : undefined),
    format === undefined || undefined,
  ]
}
