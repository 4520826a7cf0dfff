import { callerOf } from "../../fault/place/caller-of.ts"
import { Fault } from "../../fault/fault.ts"
import { printedFault } from "../../fault/printed-fault.ts"
import { compileTextConverter } from "../../schema/convert-text.ts"
import { expectationOf } from "../../schema/dto/expectation-of.ts"
import { branchesOf, findJsonSchema, type JsonSchema, propertiesOf } from "../../schema/json-schema.ts"
import type { OutputOf, SchemaIssue, SchemaResult, StandardSchema } from "../../schema/standard-schema.ts"
import { type ConfigVariable, noteConfig } from "./config-notes.ts"
import { readEnvironment } from "./environment.ts"
import { hideValues } from "./hide-values.ts"

/** Options of `config()`. */
export interface ConfigOptions {
  /**
   * The variables by name. Default: the environment of the process. On an edge runtime pass `env`: texts, numbers and
   * booleans are variables, other bindings count as absent.
   */
  readonly environment?: object
}

/**
 * Reads and validates environment variables: `config(dto({ PORT: "integer", DATABASE_URL: "required" }))`. Texts are
 * converted to the types of the schema. An empty variable counts as absent. If variables are missing or invalid, it
 * throws one fault, `CONFIG_INVALID`, that lists all of them. The fault contains no values, because they may be secrets.
 */
export function config<Schema extends StandardSchema>(
  schema: Schema,
  options: ConfigOptions = {},
): OutputOf<Schema> {
  const where = callerOf("config", new Error().stack)
  const environment = (options.environment ?? readEnvironment()) as Readonly<Record<string, unknown>>
  const json = findJsonSchema(schema, "input")
  const properties = json === undefined ? undefined : expectationsOf(json)
  const texts = textsOf(environment, properties)
  const values = compileTextConverter(json)(texts)
  const result = schema["~standard"].validate(values) as SchemaResult<OutputOf<Schema>> | Promise<unknown>
  if (result instanceof Promise) {
    const reason = "its schema validates asynchronously, and nothing can wait for it here"
    throw new Fault("OPTION_INVALID", { what: "`config()`", reason }, { where })
  }
  // The messages of `dto()` never quote values.
  const isOurs = schema["~standard"].vendor === "trivet"
  const variables = variablesOf(properties, result.issues ?? [], texts, isOurs)
  if (noteConfig({ where, variables }))
    return "value" in result ? result.value : ({ ...defaultsOf(properties), ...values } as OutputOf<Schema>)
  if (result.issues === undefined) return result.value
  throw faultOf(
    variables.filter(({ problem }) => problem !== undefined),
    where,
  )
}

type Texts = Readonly<Record<string, readonly string[]>>
type Properties = ReadonlyMap<
  string,
  { readonly expected: string; readonly required: boolean; readonly list: boolean; readonly default: unknown }
>

function expectationsOf(root: JsonSchema): Properties {
  return new Map(
    [...propertiesOf(root)].map(([name, { schemas, required }]) => [
      name,
      {
        expected: expectationOf(root, schemas.at(-1)!),
        required,
        default: schemas.at(-1)!["default"],
        list: schemas.some((property) => branchesOf(root, property).some(({ type }) => type === "array")),
      },
    ]),
  )
}

function defaultsOf(properties: Properties = new Map()): Record<string, unknown> {
  const defaults = [...properties].map(([name, property]) => [name, property.default] as const)
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined))
}

/** The variables that the schema names, or all if its fields are unknown. A strict schema would reject additional ones. */
function textsOf(environment: Readonly<Record<string, unknown>>, properties: Properties | undefined): Texts {
  const texts: Record<string, readonly string[]> = {}
  for (const name of properties?.keys() ?? Object.keys(environment)) {
    const text = Object.hasOwn(environment, name) ? textOfVariable(environment[name]) : ""
    if (text.trim() === "") continue
    texts[name] = properties?.get(name)?.list === true ? text.split(",").map((part) => part.trim()) : [text]
  }
  return texts
}

/** A variable as text; `""` if it is not a variable, such as a binding of an edge runtime. */
function textOfVariable(value: unknown): string {
  if (typeof value === "string") return value
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

function variablesOf(
  properties: Properties = new Map(),
  issues: readonly SchemaIssue[],
  texts: Texts,
  isOurs: boolean,
): readonly ConfigVariable[] {
  const problems = new Map<string, string[]>()
  const all = Object.values(texts).flat()
  for (const issue of issues) {
    const name = variableNameOf(issue)
    const told = isOurs ? issue.message : hideValues(issue.message, texts[name] ?? [], all)
    const problem = name in texts || name === "" ? told : "is not set"
    problems.set(name, [...new Set([...(problems.get(name) ?? []), problem])])
  }
  return [...new Set([...properties.keys(), ...problems.keys()])].map((name) => ({
    name: name === "" ? "(together)" : name,
    expected: properties.get(name)?.expected ?? "",
    required: properties.get(name)?.required ?? false,
    problem: problems.get(name)?.join("; "),
  }))
}

function variableNameOf({ path: [first] = [] }: SchemaIssue): string {
  return first === undefined ? "" : String(typeof first === "object" ? first.key : first)
}

function faultOf(wrong: readonly ConfigVariable[], where: string | undefined): Fault {
  const rows = [
    ["variable", "problem", "expected"],
    ...wrong.map(({ name, problem = "", expected }) => [name, problem, expected]),
  ]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const table = rows
    .map((row) => `   ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n")
  const issues = wrong.map(({ name, problem = "" }) => ({ path: name, message: problem }))
  return printedFault(new Fault("CONFIG_INVALID", { table }, { where, issues }))
}
