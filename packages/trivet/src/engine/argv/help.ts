import { bold, dim } from "../../platform/cli/colors.ts"
import { type Command, type CommandOption, usageOf } from "./command.ts"

/** The options of help texts. */
export interface HelpOptions {
  readonly name: string
  readonly summary: string
  readonly colors: boolean
  /** Whether the program has a version. */
  readonly version: boolean
  /** The width of the terminal; `undefined` if it is not a terminal, and then nothing is wrapped. */
  readonly columns: number | undefined
}

type Row = readonly [left: string, right: string]

/** The help of a whole application, or of the commands below some words. */
export function listHelp(
  commands: readonly Command[],
  below: readonly string[],
  options: HelpOptions,
): string {
  const shown = commands.filter((command) => below.every((word, at) => command.words[at] === word))
  const rows = shown.map((command): Row => [usageOf(command) || options.name, command.summary])
  const general = [...generalRows, ...(options.version && below.length === 0 ? [versionRow] : [])]
  return [
    ...(options.summary === "" || below.length > 0 ? [] : [`${options.summary}\n`]),
    `${title("Usage", options)} ${[options.name, ...below].join(" ")} <command> [options]\n`,
    ...section("Commands", rows, options),
    ...section("Options", general, options),
    `Type ${options.name} <command> --help for one command.`,
    "",
  ].join("\n")
}

/** The help of one command. */
export function commandHelp(command: Command, options: HelpOptions): string {
  const args = command.words.filter((word) => word.startsWith(":")).map((word) => word.slice(1))
  const own = (command.options ?? []).map(optionRow)
  const usage = [options.name, usageOf(command), "[options]"].filter(Boolean).join(" ")
  return [
    `${title("Usage", options)} ${usage}\n`,
    ...(command.summary === "" ? [] : [`${command.summary}\n`]),
    ...section(
      "Arguments",
      args.map((name): Row => [`<${name}>`, command.arguments[name] ?? ""]),
      options,
    ),
    ...section("Options", [...own, ...generalRows], options),
    ...(command.options === undefined ? ["Further options are passed on as they are.", ""] : []),
  ].join("\n")
}

const generalRows: readonly Row[] = [
  ["    --json", "print JSON"],
  ["    --no-color", "print without colors"],
  ["-h, --help", "show this help"],
]
const versionRow: Row = ["    --version", "print the version"]

function optionRow(option: CommandOption): Row {
  const value = option.type === "boolean" ? "" : ` <${option.value}>${option.type === "list" ? " …" : ""}`
  const notes = [option.description]
  if (option.required) notes.push("(required)")
  if (option.type === "list") notes.push("(may be repeated)")
  if (option.byDefault !== undefined) notes.push(`(default: ${JSON.stringify(option.byDefault)})`)
  return [
    `${option.short === undefined ? "    " : `-${option.short}, `}--${option.name}${value}`,
    notes.filter(Boolean).join(" "),
  ]
}

function section(heading: string, rows: readonly Row[], options: HelpOptions): string[] {
  return rows.length === 0 ? [] : [title(heading, options), ...rows.flatMap(rowLines(rows, options)), ""]
}

const indent = 2
const gap = 2
const narrowest = 24

/** The lines of one row: two columns, or one below the other if the columns would be too narrow. */
function rowLines(rows: readonly Row[], { columns, colors }: HelpOptions): (row: Row) => string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length))
  const room = columns === undefined ? Infinity : columns - indent - width - gap
  const beside = room >= narrowest
  return ([left, right]) => {
    const hang = " ".repeat(beside ? indent + width + gap : indent + 4)
    const texts = wrap(right, beside ? room : columns! - hang.length).map((text) =>
      colors ? dim(text) : text,
    )
    const first = " ".repeat(indent) + (beside ? left.padEnd(width + gap) + (texts.shift() ?? "") : left)
    return [first.trimEnd(), ...texts.map((text) => hang + text)]
  }
}

function wrap(text: string, width: number): string[] {
  if (text === "") return []
  const lines = [""]
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines
}

function title(text: string, { colors }: HelpOptions): string {
  return colors ? bold(`${text}:`) : `${text}:`
}
