import { parseArgs } from "node:util"
import { type Command, usageOf } from "./command.ts"
import { findNearest } from "./nearest.ts"

/** What a command line asks for. */
export type Asked =
  | { readonly kind: "help"; readonly below: readonly string[]; readonly command: Command | undefined }
  | { readonly kind: "version" }
  | { readonly kind: "mistake"; readonly message: string }
  | {
      readonly kind: "call"
      readonly command: Command
      readonly path: string
      readonly query: string
      readonly json: boolean
      readonly colours: boolean | undefined
    }

interface Words {
  readonly words: string[]
  readonly options: Map<string, string[]>
}

/** Reads a command line: which command, its arguments, its options. `group/command` and `group command` are the same. */
export function parseArgv(argv: readonly string[], commands: readonly Command[], name: string): Asked {
  const leading = leadingWords(argv)
  const command = findCommand(leading, commands)
  const { words, options } = readWords(argv, command)
  const help = take(options, "help") ?? take(options, "h")
  const json = take(options, "json")
  const color = take(options, "color")
  if (help !== undefined || words.length === 0) {
    if (words.length === 0 && help === undefined && options.has("version")) return { kind: "version" }
    const typed = [...options.keys()][0]
    if (help === undefined && typed !== undefined)
      return mistake(`no command given with ${dashed(typed)}. Type: ${name} --help`)
    return helpFor(words, command, commands, name)
  }
  if (command === undefined) return unknownCommand(words, commands, name)
  const args = splitFirst(words).slice(literalsBefore(command))
  return (
    findMistake(command, words, options, name) ?? {
      kind: "call",
      command,
      path: pathOf(command, args),
      query: queryOf(options, command),
      json: json !== undefined,
      colours: color === undefined ? undefined : color[0] === "true",
    }
  )
}

/** The words before the first option that takes part in the call: they name the command. */
function leadingWords(argv: readonly string[]): readonly string[] {
  const start = argv.findIndex((word) => !word.startsWith("-"))
  if (start === -1) return []
  const rest = argv.slice(start)
  const end = rest.findIndex((word) => word.startsWith("-"))
  return splitFirst(end === -1 ? rest : rest.slice(0, end))
}

/** `posts/publish 42` is `posts publish 42`; an argument keeps its slashes. */
function splitFirst(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words
  return first === undefined ? [] : [...first.split("/"), ...rest]
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  let best: Command | undefined
  for (const command of commands) {
    const literals = command.words.filter((word) => !isArgument(word))
    if (!literals.every((literal, at) => words[at] === literal)) continue
    if (best === undefined || literals.length > best.words.filter((word) => !isArgument(word)).length)
      best = command
  }
  return best
}

function isArgument(word: string): boolean {
  return word.startsWith(":") || word === "*"
}

function literalsBefore(command: Command): number {
  return command.words.filter((word) => !isArgument(word)).length
}

function readWords(argv: readonly string[], command: Command | undefined): Words {
  const declared = command?.options
  const known: Record<string, { type: "boolean" | "string"; short?: string; multiple: true }> = {
    help: { type: "boolean", short: "h", multiple: true },
    json: { type: "boolean", multiple: true },
    color: { type: "boolean", multiple: true },
    version: { type: "boolean", multiple: true },
  }
  for (const option of declared ?? []) {
    const type = option.type === "boolean" ? ("boolean" as const) : ("string" as const)
    known[option.name] = { type, multiple: true, ...(option.short !== undefined && { short: option.short }) }
  }
  const { tokens } = parseArgs({
    args: [...argv],
    options: known,
    strict: false,
    allowNegative: true,
    allowPositionals: true,
    tokens: true,
  })
  const words: string[] = []
  const options = new Map<string, string[]>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === "positional") words.push(token.value)
    if (token.kind !== "option") continue
    const negative = token.rawName.startsWith("--no-") && !(token.name in known)
    const following = tokens[at + 1]
    // Where nothing is declared, an option takes the word after it.
    const takes = declared === undefined && !(token.name in known) && !negative && token.value === undefined
    const value = takes && following?.kind === "positional" ? following.value : token.value
    if (takes && following?.kind === "positional") at++
    const switched = token.rawName.startsWith("--no-") ? "false" : "true"
    const name = negative ? token.name.replace(/^no-/, "") : token.name
    options.set(name, [...(options.get(name) ?? []), value ?? switched])
  }
  return { words, options }
}

function take(options: Map<string, string[]>, name: string): string[] | undefined {
  const values = options.get(name)
  options.delete(name)
  return values
}

function findMistake(
  command: Command,
  words: readonly string[],
  options: ReadonlyMap<string, string[]>,
  name: string,
): Asked | undefined {
  const usage = `Type: ${name} ${usageOf(command)}`
  return findOptionMistake(command, options, name) ?? findArgumentMistake(command, words, usage)
}

function findArgumentMistake(command: Command, words: readonly string[], usage: string): Asked | undefined {
  const given = splitFirst(words).slice(literalsBefore(command))
  const wanted = command.words.filter(isArgument)
  const open = wanted.at(-1) === "*"
  const missing = wanted[given.length]
  if (missing !== undefined && missing !== "*")
    return mistake(`the argument <${missing.slice(1)}> is missing. ${usage}`)
  if (given.length > wanted.length && !open)
    return mistake(`"${given[wanted.length]!}" is one argument too many. ${usage}`)
  return undefined
}

function findOptionMistake(
  command: Command,
  options: ReadonlyMap<string, string[]>,
  name: string,
): Asked | undefined {
  if (command.options === undefined) return undefined
  const names = command.options.map((option) => option.name)
  for (const typed of options.keys()) {
    if (names.includes(typed)) continue
    const nearest = findNearest(typed, names)
    const hint =
      nearest === undefined ? `Type: ${name} ${usageOf(command)} --help` : `Did you mean --${nearest}?`
    return mistake(`${dashed(typed)} is not an option of "${usageOf(command)}". ${hint}`)
  }
  for (const option of command.options) {
    if (option.type === "value" && options.get(option.name)?.[0] === "true" && option.value !== "text") {
      return mistake(`--${option.name} needs a value. Type: --${option.name} <${option.value}>`)
    }
  }
  return undefined
}

function unknownCommand(words: readonly string[], commands: readonly Command[], name: string): Asked {
  const typed = splitFirst(words)
  const groups = commands.filter((command) => typed.every((word, at) => command.words[at] === word))
  if (groups.length > 0) return { kind: "help", below: typed, command: undefined }
  const nearest =
    findNearest(typed.join(" "), commands.map(usageOf)) ??
    findNearest(
      typed[0]!,
      commands.map((command) => command.words[0]!),
    )
  const hint = nearest === undefined ? `Type: ${name} --help` : `Did you mean "${nearest}"?`
  return mistake(`there is no command "${typed.join(" ")}". ${hint}`)
}

function helpFor(
  words: readonly string[],
  command: Command | undefined,
  commands: readonly Command[],
  name: string,
): Asked {
  const below = splitFirst(words)
  if (command !== undefined || below.length === 0) return { kind: "help", below, command }
  const known = commands.some((other) => below.every((word, at) => other.words[at] === word))
  return known ? { kind: "help", below, command } : unknownCommand(words, commands, name)
}

function pathOf(command: Command, args: readonly string[]): string {
  const literals = command.words.filter((word) => !isArgument(word))
  return `/${[...literals, ...args.map(encodeURIComponent)].join("/")}`
}

function queryOf(options: ReadonlyMap<string, string[]>, command: Command): string {
  const query = new URLSearchParams()
  for (const [name, values] of options) {
    const list = command.options?.find((option) => option.name === name)?.type === "list"
    // The last one typed counts, as everywhere on a command line.
    for (const value of list ? values : values.slice(-1)) query.append(name, value)
  }
  return query.toString()
}

function dashed(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`
}

function mistake(message: string): Asked {
  return { kind: "mistake", message }
}
