import { bold, dim } from "../../platform/cli/colours.ts"
import { type Command, type CommandOption, usageOf } from "./command.ts"

/** What help is written for. */
export interface HelpOptions {
  readonly name: string
  readonly summary: string
  readonly colours: boolean
}

/** The help of a whole application, or of the commands below some words. */
export function listHelp(
  commands: readonly Command[],
  below: readonly string[],
  options: HelpOptions,
): string {
  const shown = commands.filter((command) => below.every((word, at) => command.words[at] === word))
  const rows = shown.map((command) => [usageOf(command), command.summary] as const)
  return [
    ...(options.summary === "" || below.length > 0 ? [] : [`${options.summary}\n`]),
    `${title("Usage", options)} ${[options.name, ...below].join(" ")} <command> [options]\n`,
    title("Commands", options),
    ...columns(rows, options),
    "",
    title("Options", options),
    ...columns(general, options),
    "",
    `Type ${options.name} <command> --help for one command.`,
    "",
  ].join("\n")
}

/** The help of one command. */
export function commandHelp(command: Command, options: HelpOptions): string {
  const args = command.words.filter((word) => word.startsWith(":")).map((word) => word.slice(1))
  const own = (command.options ?? []).map(optionRow)
  return [
    `${title("Usage", options)} ${options.name} ${usageOf(command)} [options]\n`,
    ...(command.summary === "" ? [] : [`${command.summary}\n`]),
    ...section(
      "Arguments",
      args.map((name) => [`<${name}>`, command.arguments[name] ?? ""] as const),
      options,
    ),
    ...section("Options", [...own, ...general], options),
    ...(command.options === undefined
      ? [aside("Further options are passed on as they are.", options), ""]
      : []),
  ].join("\n")
}

const general: readonly (readonly [string, string])[] = [
  ["    --json", "print JSON"],
  ["    --no-color", "print without colours"],
  ["-h, --help", "show this help"],
]

function optionRow(option: CommandOption): readonly [string, string] {
  const value = option.type === "boolean" ? "" : ` <${option.value}>${option.type === "list" ? " …" : ""}`
  const notes = [option.description]
  if (option.required) notes.push("(required)")
  if (option.byDefault !== undefined) notes.push(`(default: ${JSON.stringify(option.byDefault)})`)
  return [
    `${option.short === undefined ? "    " : `-${option.short}, `}--${option.name}${value}`,
    notes.filter(Boolean).join(" "),
  ]
}

function section(
  heading: string,
  rows: readonly (readonly [string, string])[],
  options: HelpOptions,
): string[] {
  return rows.length === 0 ? [] : [title(heading, options), ...columns(rows, options), ""]
}

function columns(rows: readonly (readonly [string, string])[], options: HelpOptions): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${aside(right, options)}`.trimEnd())
}

function title(text: string, { colours }: HelpOptions): string {
  return colours ? bold(`${text}:`) : `${text}:`
}

function aside(text: string, { colours }: HelpOptions): string {
  return colours && text !== "" ? dim(text) : text
}
