import type { BuiltApp } from "../../app/build-app.ts"
import { commandKind } from "../../context/kind.ts"
import type { FlatRoute } from "../../module/flat-route.ts"
import { resolve } from "../../router/resolve.ts"
import type { Segment } from "../../router/pattern.ts"
import { branchesOf, findJsonSchema, type JsonSchema, propertiesOf } from "../../schema/json-schema.ts"

/** An option of a command, as its record's `accepts.query` describes it. */
export interface CommandOption {
  readonly name: string
  /** The letter that stands for it; `undefined` where another option has taken it. */
  readonly short: string | undefined
  readonly type: "boolean" | "value" | "list"
  /** What the value is, for help: `integer`, `number`, `text`, or the `choices`. */
  readonly value: string
  /** The only values it takes; empty where it takes others too. */
  readonly choices: readonly string[]
  readonly description: string
  readonly byDefault: unknown
  readonly required: boolean
}

/** A command as the command line knows it. */
export interface Command {
  /** Its words, arguments among them: `["posts", "publish", ":id"]`; none for a program that is one command. */
  readonly words: readonly string[]
  /** The same words as the router has them. */
  readonly segments: readonly Segment[]
  readonly summary: string
  /** `undefined` where the record does not say which options there are, and then any is taken. */
  readonly options: readonly CommandOption[] | undefined
  readonly arguments: Readonly<Record<string, string>>
  /** Whether the router finds this command at a path. Where several fit what was typed, it decides. */
  isAt(path: string): boolean
}

/** The commands of an application, by name. */
export function commandsOf(built: BuiltApp): readonly Command[] {
  const served = built.wiring.routes.filter((route) => route.kind.name === commandKind.name)
  const find = (path: string) => resolve(built.routes.table, "", path)?.value.path
  return served
    .map((route) => commandOf(route, find))
    .toSorted((a, b) => (a.words.join(" ") < b.words.join(" ") ? -1 : 1))
}

/** The words of a command as a person types them: `posts publish <id>`. */
export function usageOf(command: Command): string {
  return command.words.map(shownWord).join(" ")
}

/** Whether a word of a command stands for what is typed there. */
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
    // An empty one only says that the option may be absent.
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
