import { type Command, isArgument } from "./command.ts"

/** How far the typed words match a command. */
export interface WordMatch {
  /** The words as they were compared: `posts/publish` is split if the command has two words. */
  readonly words: readonly string[]
  /** Number of the command's words that were typed, from the left. */
  readonly matched: number
  /** Number of those that are literals. */
  readonly literals: number
  /** Whether nothing is missing and nothing is left. */
  readonly whole: boolean
}

/** Compares typed words with a command's. `group/command` is `group command`; an argument keeps its slashes. */
export function matchWords(command: Command, typed: readonly string[]): WordMatch {
  const plain = match(command, typed)
  if (plain.whole || typed[0]?.includes("/") !== true) return plain
  const split = match(command, [...typed[0].split("/"), ...typed.slice(1)])
  return split.whole || split.literals > plain.literals ? split : plain
}

function match({ words: wanted }: Command, words: readonly string[]): WordMatch {
  const open = wanted.at(-1) === "*"
  const fixed = open ? wanted.slice(0, -1) : wanted
  const differs = fixed.findIndex((word, at) => !takes(word, words[at]))
  const matched = differs === -1 ? fixed.length : differs
  return {
    words,
    matched,
    literals: fixed.slice(0, matched).filter((word) => !isArgument(word)).length,
    whole: differs === -1 && (open || words.length === fixed.length),
  }
}

function takes(word: string, typed: string | undefined): boolean {
  return isArgument(word) ? typed !== undefined && typed !== "" : typed === word
}
