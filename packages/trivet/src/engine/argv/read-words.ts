import type { Command } from "./command.ts"

// Not an import statement, because that reads every export of `node:util`, and some of them load half of Node.
const { parseArgs } = process.getBuiltinModule("node:util")

/** A command line, parsed with the options of one command, which decide which words are values. */
export interface TypedLine {
  readonly words: readonly string[]
  /** The values of each option, in order; `undefined` for one without a value. */
  readonly options: ReadonlyMap<string, readonly (string | undefined)[]>
}

/** The options that every command accepts. */
export const generalOptions: ReadonlySet<string> = new Set(["help", "json", "color"])

type Token =
  | { readonly word: string }
  | { readonly option: string; readonly value: string | undefined }
  | "--"

/**
 * Splits a command line for a command. Without a command, or if it does not declare its options, an option takes the
 * next word as its value.
 */
export function readWords(argv: readonly string[], command: Command | undefined): TypedLine {
  const declared = command?.options
  const known: Record<string, { type: "boolean" | "string"; short?: string }> = {}
  for (const { name, type, short } of declared ?? []) {
    known[name] = { type: type === "boolean" ? "boolean" : "string", ...(short !== undefined && { short }) }
  }
  Object.assign(known, {
    help: { type: "boolean", short: "h" },
    json: { type: "boolean" },
    color: { type: "boolean" },
  })
  const words: string[] = []
  const options = new Map<string, (string | undefined)[]>()
  const tokens = tokensOf(argv, known)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token === "--") continue
    if ("word" in token) {
      words.push(token.word)
      continue
    }
    const { name, switched } = optionNameOf(token.option, known)
    const following = tokens[at + 1]
    let { value } = token
    const takes = declared === undefined && value === undefined && !(name in known) && !switched
    if (takes && typeof following === "object" && "word" in following) {
      value = following.word
      at++
    }
    if (switched) value ??= "false"
    else if (known[name]?.type === "boolean" || (declared === undefined && value === undefined))
      value ??= "true"
    options.set(name, [...(options.get(name) ?? []), value])
  }
  return { words, options }
}

function tokensOf(
  argv: readonly string[],
  options: Readonly<Record<string, { type: "boolean" | "string"; short?: string }>>,
): readonly Token[] {
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const seen = new Set<number>()
  return tokens.flatMap((token): Token[] => {
    if (token.kind === "option-terminator") return ["--"]
    if (token.kind === "positional") return [{ word: token.value }]
    const typed = argv[token.index]!
    if (isNegativeNumber(typed)) {
      // `-12` is parsed as the options 1 and 2: two tokens of one word.
      const again = seen.has(token.index)
      seen.add(token.index)
      return again ? [] : [{ word: typed }]
    }
    const value = token.inlineValue === false && isOption(token.value) ? undefined : token.value
    return [{ option: token.name, value }]
  })
}

/** `--no-color` turns `color` off, unless an option has that very name. */
function optionNameOf(
  option: string,
  known: Readonly<Record<string, object>>,
): { name: string; switched: boolean } {
  const switched = option.startsWith("no-") && !(option in known)
  return { name: switched ? option.slice("no-".length) : option, switched }
}

function isOption(text: string): boolean {
  return text.length > 1 && text.startsWith("-") && !isNegativeNumber(text)
}

function isNegativeNumber(text: string): boolean {
  return /^-(?:\d+\.?\d*|\.\d+)$/.test(text)
}
