import type { EngineApp } from "../../app/engine-app.ts"
import { commandKind } from "../../context/kind.ts"
import type { FlatRoute } from "../../module/routes/flat-route.ts"
import { resolve } from "../../router/resolve.ts"
import type { Segment } from "../../router/pattern.ts"
import { branchesOf, findJsonSchema, type JsonSchema, propertiesOf } from "../../schema/json-schema.ts"

/** An option of a command, as its record's `accepts.query` describes it. */
export interface CommandOption {
  readonly name: string
  /** The short form, one letter; `undefined` if another option uses it. */
  readonly short: string | undefined
  readonly type: "boolean" | "value" | "list"
  /** The type of the value in help: `integer`, `number`, `text`, or the `choices`. */
  readonly value: string
  /** The allowed values; empty if any value is allowed. */
  readonly choices: readonly string[]
  readonly description: string
  readonly byDefault: unknown
  readonly required: boolean
}

/** A command as the command line knows it. */
export interface Command {
  /** Its words, including arguments: `["posts", "publish", ":id"]`; empty for a program that is a single command. */
  readonly words: readonly string[]
  /** The same words as segments of the router. */
  readonly segments: readonly Segment[]
  readonly summary: string
  /** `undefined` if the record does not declare its options; then any option is accepted. */
  readonly options: readonly CommandOption[] | undefined
  readonly arguments: Readonly<Record<string, string>>
  /** Whether the router resolves a path to this command. Decides if several commands match the input. */
  isAt(path: string): boolean
}

/** The parts of an application that define its commands. It need not be started. */
export type CommandApp = Pick<EngineApp, "wiring" | "routes">

/** The commands of an application, by name. */
export function commandsOf(built: CommandApp): readonly Command[] {
  const served = built.wiring.routes.filter((route) => route.kind.name === commandKind.name)
  const find = (path: string) => resolve(built.routes.table, "", path)?.value.path
  return served
    .map((route) => commandOf(route, find))
    .toSorted((a, b) => (a.words.join(" ") < b.words.join(" ") ? -1 : 1))
}

/** The words of a command as they are typed: `posts publish <id>`. */
export function usageOf(command: Command): string {
  return command.words.map(shownWord).join(" ")
}

/** Whether a word of a command is an argument. */
export function isArgument(word: string): boolean {
  return word.startsWith(":") || word === "*"
}

/** One word as help shows it: `<id>`, `<…>`, `publish`. */
export function shownWord(word: string): string {
  return word === "*" ? "<…>" : word.startsWith(":") ? `<${word.slice(1)}>` : word
}

function commandOf(route: FlatRoute, find: (path: string) => string | undefined): Command {
  const { accepts, summary } = route.record
  const params = accepts?.params === undefined ? undefined : findJsonSchema(accepts.params, "input")
  const described = [...propertiesOf(params ?? {})].map(([name, { schemas }]) => [
    name,
    descriptionOf(schemas),
  ])
  return {
    words: route.path === "" ? [] : route.path.split("/"),
    segments: route.path === "" ? [] : route.pattern.segments,
    summary: summary ?? "",
    options: accepts?.query === undefined ? undefined : optionsOf(findJsonSchema(accepts.query, "input")),
    arguments: Object.fromEntries(described) as Record<string, string>,
    isAt: (path) => find(path) === route.path,
  }
}

function optionsOf(schema: JsonSchema = {}): readonly CommandOption[] {
  // `-h` is help everywhere.
  const letters = new Set(["h"])
  return [...propertiesOf(schema)].map(([name, { schemas, required }]) => {
    const letter = name[0] ?? ""
    const short = /^[a-z]$/i.test(letter) && !letters.has(letter) ? letter : undefined
    letters.add(letter)
    const byDefault = schemas.find((property) => property["default"] !== undefined)?.["default"]
    return {
      name,
      short,
      ...kindOf(schema, schemas),
      description: descriptionOf(schemas),
      byDefault,
      required: required && byDefault === undefined,
    }
  })
}

function kindOf(
  root: JsonSchema,
  schemas: readonly JsonSchema[],
): Pick<CommandOption, "type" | "value" | "choices"> {
  const branches = schemas.flatMap((schema) => branchesOf(root, schema))
  const types = new Set(branches.flatMap((branch) => branch["type"] ?? []))
  if (types.has("array")) {
    const items = branches.find((branch) => branch["items"] !== undefined)?.["items"] ?? {}
    return { ...kindOf(root, [items as JsonSchema]), type: "list" }
  }
  const choices = branches
    .flatMap((branch) => (branch["enum"] ?? branch["const"] ?? []) as unknown[])
    // An empty choice only means that the option may be absent.
    .filter((choice) => choice !== "")
    .map(String)
  if (choices.length > 0) return { type: "value", value: choices.join(" | "), choices }
  if (types.has("boolean") && types.size === 1) return { type: "boolean", value: "", choices: [] }
  const number = types.has("string") ? undefined : ["integer", "number"].find((type) => types.has(type))
  return { type: "value", value: number ?? "text", choices: [] }
}

function descriptionOf(schemas: readonly JsonSchema[]): string {
  const described = schemas.map((schema) => schema["description"])
  return described.find((text) => typeof text === "string") ?? ""
}
