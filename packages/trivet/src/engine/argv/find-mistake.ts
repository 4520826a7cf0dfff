import { type Command, type CommandOption, isArgument, shownWord, usageOf } from "./command.ts"
import type { WordMatch } from "./match-words.ts"
import { findNearest } from "../../fault/nearest.ts"
import { generalOptions, type TypedLine } from "./read-words.ts"

/** The error in a line that matches a command: one sentence, and what to type instead. */
export function findMistake(
  command: Command,
  { options }: TypedLine,
  match: WordMatch,
  name: string,
): string | undefined {
  const usage = `Type: ${[name, usageOf(command)].filter(Boolean).join(" ")}`
  return (
    findUnknownOption(command, options, usage) ??
    findBadValue(command, options) ??
    findArgumentMistake(command, match, usage) ??
    findMissingOption(command, options, usage)
  )
}

function findUnknownOption(
  command: Command,
  options: TypedLine["options"],
  usage: string,
): string | undefined {
  if (command.options === undefined) return undefined
  const names = command.options.map((option) => option.name)
  for (const [typed, values] of options) {
    const known = command.options.find((option) => option.name === typed)
    if (generalOptions.has(typed)) continue
    const shown = typed.length === 1 ? `-${typed}` : `--${typed}`
    if (known === undefined) {
      const nearest = findNearest(typed, names)
      const hint = nearest === undefined ? `${usage} --help` : `Did you mean --${nearest}?`
      return `${shown} is not an option of "${usageOf(command)}". ${hint}`
    }
    if (values.includes(undefined)) {
      return `--${typed} needs a value. Type: --${typed} <${known.value}>, or --${typed}=-x for one that begins with -`
    }
  }
  return undefined
}

function findBadValue(command: Command, options: TypedLine["options"]): string | undefined {
  for (const option of command.options ?? []) {
    const bad = options.get(option.name)?.find((value) => !isFit(option, value ?? ""))
    if (bad === undefined) continue
    const wanted = option.type === "boolean" ? "true | false" : option.value
    return `--${option.name} takes ${described(wanted)}, not "${bad}". Type: --${option.name} <${wanted}>`
  }
  return undefined
}

function isFit({ type, value, choices }: CommandOption, typed: string): boolean {
  if (type === "boolean") return typed === "true" || typed === "false"
  if (choices.length > 0) return choices.includes(typed)
  if (value === "integer") return /^-?(?:0|[1-9]\d*)$/.test(typed)
  return value !== "number" || /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(typed)
}

function described(value: string): string {
  if (value === "integer") return "a whole number"
  return value === "number" ? "a number" : value === "text" ? "a text" : value
}

function findArgumentMistake(command: Command, match: WordMatch, usage: string): string | undefined {
  if (match.whole) return undefined
  const missing = command.words[match.matched]
  const typed = match.words[match.matched]
  if (missing === undefined) return `"${typed ?? ""}" is one argument too many. ${usage}`
  if (!isArgument(missing)) return undefined
  return `the argument ${shownWord(missing)} is ${typed === "" ? "empty" : "missing"}. ${usage}`
}

function findMissingOption(
  command: Command,
  options: TypedLine["options"],
  usage: string,
): string | undefined {
  const missing = command.options?.find((option) => option.required && !options.has(option.name))
  if (missing === undefined) return undefined
  const value = missing.type === "boolean" ? "" : ` <${missing.value}>`
  return `the option --${missing.name} is missing. ${usage} --${missing.name}${value}`
}
