import type { BuiltApp } from "../../app/build-app.ts"
import type { FlatRoute } from "../../module/flat-route.ts"
import { findJsonSchema, type JsonSchema } from "../../schema/json-schema.ts"

/** An option of a command, as its record's `accepts.query` describes it. */
export interface CommandOption {
  readonly name: string
  /** The letter that stands for it; `undefined` where another option has taken it. */
  readonly short: string | undefined
  readonly type: "boolean" | "value" | "list"
  /** What the value is, for help: `integer`, `text`, `a | b`. */
  readonly value: string
  readonly description: string
  readonly byDefault: unknown
  readonly required: boolean
}

/** A command as the command line knows it. */
export interface Command {
  /** Its words, arguments among them: `["posts", "publish", ":id"]`. */
  readonly words: readonly string[]
  readonly summary: string
  /** `undefined` where the record does not say which options there are, and then any is taken. */
  readonly options: readonly CommandOption[] | undefined
  readonly arguments: Readonly<Record<string, string>>
}

/** The commands of an application, by name. */
export function commandsOf(built: BuiltApp): readonly Command[] {
  const served = built.wiring.routes.filter((route) => route.method === undefined)
  return served.map(commandOf).toSorted((a, b) => a.words.join(" ").localeCompare(b.words.join(" ")))
}

/** The words of a command as a person types them: `posts publish <id>`. */
export function usageOf(command: Command): string {
  return command.words
    .map((word) => (word.startsWith(":") ? `<${word.slice(1)}>` : word === "*" ? "<…>" : word))
    .join(" ")
}

function commandOf(route: FlatRoute): Command {
  const { accepts, summary } = route.record
  const params = accepts?.params === undefined ? undefined : findJsonSchema(accepts.params, "input")
  const described = Object.entries(propertiesOf(params)).map(([name, property]) => [
    name,
    textOf(property["description"]),
  ])
  return {
    words: route.path.split("/"),
    summary: summary ?? "",
    options: accepts?.query === undefined ? undefined : optionsOf(findJsonSchema(accepts.query, "input")),
    arguments: Object.fromEntries(described) as Record<string, string>,
  }
}

function optionsOf(schema: JsonSchema | undefined): readonly CommandOption[] {
  // `-h` is help everywhere.
  const letters = new Set(["h"])
  const required = new Set((schema?.["required"] ?? []) as readonly string[])
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const letter = name[0]!
    const short = letters.has(letter) ? undefined : letter
    letters.add(letter)
    const byDefault = property["default"]
    const description = textOf(property["description"])
    return {
      name,
      short,
      ...kindOf(property),
      description,
      byDefault,
      required: required.has(name) && byDefault === undefined,
    }
  })
}

function kindOf(property: JsonSchema): Pick<CommandOption, "type" | "value"> {
  const { type } = property
  if (type === "boolean") return { type: "boolean", value: "" }
  if (type === "array") return { type: "list", value: kindOf((property["items"] ?? {}) as JsonSchema).value }
  if (Array.isArray(property["enum"]))
    return { type: "value", value: property["enum"].map(String).join(" | ") }
  return { type: "value", value: type === "integer" || type === "number" ? type : "text" }
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  return (schema?.["properties"] ?? {}) as Record<string, JsonSchema>
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}
