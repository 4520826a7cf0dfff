import { type Command, isArgument, shownWord, usageOf } from "./command.ts"
import { findMistake } from "./find-mistake.ts"
import { matchWords, type WordMatch } from "./match-words.ts"
import { findNearest } from "../../fault/nearest.ts"
import { generalOptions, readWords, type TypedLine } from "./read-words.ts"

/** The meaning of a command line. */
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
      readonly colors: boolean | undefined
    }

/** A command line as interpreted for one command. */
interface Reading {
  readonly command: Command
  readonly line: TypedLine
  readonly match: WordMatch
}

/** Parses a command line: the command, its arguments, its options. */
export function parseArgv(argv: readonly string[], commands: readonly Command[], name: string): Asked {
  const plain = readWords(argv, undefined)
  if (plain.options.has("help")) return helpFor(readWords(argv, noOptions).words, commands, name)
  // Which words are option values depends on the command, and the command depends on the words. So the line is parsed
  // for each command.
  const readings = commands.map((command) => {
    const line = readWords(argv, command)
    return { command, line, match: matchWords(command, line.words) }
  })
  const fitting = readings.find(
    ({ command, match }) => match.whole && command.isAt(typedPathOf(command, match.words)),
  )
  if (fitting !== undefined) return callOf(fitting, name)
  const { words, options } = readWords(argv, noOptions)
  if (isGroup(words, commands)) return mistake(unknownCommand(words, commands, name))
  if (words.length === 0 && options.has("version")) return { kind: "version" }
  const [nearest] = readings
    .filter(isNamed)
    .toSorted((a, b) => b.match.literals - a.match.literals || left(a) - left(b))
  const wrong = nearest && findMistake(nearest.command, nearest.line, nearest.match, name)
  if (words.length > 0 && (wrong !== undefined || plain.words.length > 0))
    return mistake(wrong ?? unknownCommand(words, commands, name))
  if (commands.length === 1 && wrong !== undefined) return mistake(wrong)
  const [typed] = [...plain.options.keys()].filter((option) => !generalOptions.has(option))
  if (typed === undefined) return { kind: "help", below: [], command: undefined }
  return mistake(`no command given with ${typed.length === 1 ? "-" : "--"}${typed}. Type: ${name} --help`)
}

function isGroup(words: readonly string[], commands: readonly Command[]): boolean {
  return words.length > 0 && commands.filter(startsWith(splitFirst(words))).length > 1
}

function isNamed({ command, match }: Reading): boolean {
  return match.literals >= nameLength(command)
}

function left({ command, match }: Reading): number {
  return Math.abs(match.words.length - command.words.length)
}

/** Has no options, so that no word is taken as a value. */
const noOptions: Command = {
  words: [],
  segments: [],
  summary: "",
  options: [],
  arguments: {},
  isAt: () => false,
}

function callOf({ command, line, match }: Reading, name: string): Asked {
  const wrong = findMistake(command, line, match, name)
  if (wrong !== undefined) return mistake(wrong)
  const color = line.options.get("color")?.at(-1)
  return {
    kind: "call",
    command,
    path: typedPathOf(command, match.words),
    query: typedQueryOf(command, line),
    json: line.options.get("json")?.at(-1) === "true",
    colors: color === undefined ? undefined : color === "true",
  }
}

/** Number of literals before the first argument: they are the command's name. */
function nameLength({ words }: Command): number {
  const at = words.findIndex(isArgument)
  return at === -1 ? words.length : at
}

function splitFirst([first, ...rest]: readonly string[]): readonly string[] {
  return first === undefined ? [] : [...first.split("/"), ...rest]
}

function startsWith(words: readonly string[]): (command: Command) => boolean {
  return (command) => words.every((word, at) => command.words[at] === word)
}

function helpFor(typed: readonly string[], commands: readonly Command[], name: string): Asked {
  const words = splitFirst(typed)
  const below = commands.filter(startsWith(words))
  if (below.length > 1 || words.length === 0) return { kind: "help", below: words, command: undefined }
  const [meant] = commands
    .map((command) => ({ command, match: matchWords(command, words) }))
    .filter(({ command, match }) => match.whole || match.matched >= Math.max(1, nameLength(command)))
    .toSorted((a, b) => Number(b.match.whole) - Number(a.match.whole) || b.match.literals - a.match.literals)
  const command = below[0] ?? meant?.command
  if (command !== undefined) return { kind: "help", below: words, command }
  return mistake(unknownCommand(words, commands, name))
}

function unknownCommand(typed: readonly string[], commands: readonly Command[], name: string): string {
  const words = splitFirst(typed)
  const below = commands.filter(startsWith(words))
  if (below.length > 0) {
    const next = [...new Set(below.map((command) => shownWord(command.words[words.length]!)))]
    return `"${words.join(" ")}" is a group of commands: ${next.join(", ")}. Type: ${name} ${words.join(" ")} --help`
  }
  const nearest = nearestName(words, commands)
  const group = commands.some((command) => command.words[0] === words[0]) ? `${words[0]} ` : ""
  const hint = nearest === undefined ? `Type: ${name} ${group}--help` : `Did you mean "${nearest}"?`
  return `there is no command "${words.join(" ")}". ${hint}`
}

/** Compares only as many words as each name has, so that words after a mistyped name do not count. */
function nearestName(words: readonly string[], commands: readonly Command[]): string | undefined {
  const names = commands.map((command) => command.words.slice(0, nameLength(command)))
  for (let length = words.length; length > 0; length--) {
    const sameLength = names.filter((name) => name.length === length).map((name) => name.join(" "))
    const typed = words.slice(0, length).join(" ")
    const nearest = sameLength.includes(typed) ? undefined : findNearest(typed, sameLength)
    if (nearest !== undefined)
      return usageOf(commands[names.findIndex((name) => name.join(" ") === nearest)]!)
  }
  const groups = names.flatMap((name) => name[0] ?? [])
  return groups.includes(words[0]!) ? undefined : findNearest(words[0]!, groups)
}

function typedPathOf(command: Command, words: readonly string[]): string {
  const fixed = command.segments
    .filter(({ kind }) => kind !== "wildcard")
    .map(({ kind, text }, at) => (kind === "literal" ? text : encodeURIComponent(words[at]!)))
  const rest = words.slice(fixed.length).map(encodeURIComponent)
  const open = command.segments.length > fixed.length
  return `/${[...fixed, ...(open ? [rest.join("/")] : [])].join("/")}`
}

function typedQueryOf(command: Command, { options }: TypedLine): string {
  const query = new URLSearchParams()
  for (const [name, values] of options) {
    if (name === "json" || name === "color") continue
    const list = command.options?.find((option) => option.name === name)?.type === "list"
    // The last value wins, as usual on a command line.
    for (const value of list ? values : values.slice(-1)) query.append(name, value ?? "")
  }
  return query.toString()
}

function mistake(message: string): Asked {
  return { kind: "mistake", message }
}
