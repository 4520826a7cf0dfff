import { longestText } from "./field-rule.ts"
import { branchesOf, type JsonSchema } from "../json-schema.ts"

const formats: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  uri: "a URL",
  uuid: "a UUID",
  date: "a date",
}

/** Describes what a schema expects of a value: "a whole number, at least 1". */
export function expectationOf(root: JsonSchema, property: JsonSchema): string {
  const branches = branchesOf(root, property)
  const first = (keyword: string): unknown =>
    branches.find((branch) => branch[keyword] !== undefined)?.[keyword]
  const choices = first("enum") ?? constantsOf(branches)
  if (Array.isArray(choices) && choices.length > 0) return `one of ${choices.map(String).join(", ")}`
  const [least, most] = [first("minimum") ?? first("exclusiveMinimum"), first("maximum")]
  const [shortest, longest] = [first("minLength"), first("maxLength")]
  const bounds = [
    typeof least === "number" && Math.abs(least) < Number.MAX_SAFE_INTEGER && `at least ${least}`,
    typeof most === "number" && Math.abs(most) < Number.MAX_SAFE_INTEGER && `at most ${most}`,
    typeof shortest === "number" && shortest > 1 && `at least ${shortest} characters`,
    // The default limit of all texts of a DTO is not worth mentioning.
    typeof longest === "number" && longest !== longestText && `at most ${longest} characters`,
  ]
  return [typeNameOf(first("type"), first("format")), ...bounds.filter(Boolean)].join(", ")
}

function typeNameOf(type: unknown, format: unknown): string {
  if (type === "integer") return "a whole number"
  if (type === "number") return "a number"
  if (type === "boolean") return "true or false"
  if (type === "array") return "a list, separated by commas"
  return typeof format === "string" ? (formats[format] ?? `a text (${format})`) : "a text"
}

/** Choices may be written as alternatives with `const`. An empty one only means "or absent". */
function constantsOf(branches: readonly JsonSchema[]): readonly unknown[] {
  return branches.map((branch) => branch["const"]).filter((value) => value !== undefined && value !== "")
}
