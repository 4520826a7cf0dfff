/** A word of the repository's former private vocabulary, and the usual word that replaced it. */
export interface OldWord {
  /** In small letters: its capitalised form, its plural and its use within identifiers are found too. */
  readonly word: string
  readonly write: string
  /** Find it only as the first part of an identifier: `ToldApp`, not "told". */
  readonly prefix?: boolean
}

/**
 * Words and identifiers that must not come back. This is no style check: only words that were names of things here are
 * listed, and only those that have no other meaning in this repository.
 */
export const oldWords: readonly OldWord[] = [
  { word: "papers", write: "docs" },
  { word: "door", write: "entry point" },
  { word: "floors", write: "layers" },
  { word: "crew", write: "supervisor, workers" },
  { word: "hire", write: "spawn" },
  { word: "recruit", write: "worker" },
  { word: "farewell", write: "a name that says what is waited for" },
  { word: "last words", write: "a name that says what is printed" },
  { word: "poison", write: "placeholder" },
  { word: "mended", write: "fixed" },
  { word: "told", write: "report", prefix: true },
  { word: "redis if any", write: "OptionalRedis" },
  { word: "vital", write: "serveWhenOverloaded" },
  { word: "is worth caching", write: "shouldCache" },
  { word: "turn away", write: "reject" },
  { word: "turns away", write: "rejects" },
  { word: "turned away", write: "rejected" },
]

/** Uses of these letters that are not the old word. */
const allowed: readonly RegExp[] = [/\bfloor\(/g]

/** Files that name old words because they are about them. */
const exempt = /^(?:package-lock\.json$|scripts\/docs\/old-words)/

/** The uses of old words in a file, its path included. */
export function oldWordProblems(
  path: string,
  text: string,
  words: readonly OldWord[] = oldWords,
): readonly string[] {
  if (exempt.test(path)) return []
  const patterns = words.map((old) => ({ ...old, pattern: patternOf(old) }))
  const inPath = patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ word, write }) => `${path}: old word "${word}" in the path: write "${write}"`)
  const lines = readable(path, text).split("\n")
  return [
    ...inPath,
    ...lines.flatMap((line, index) =>
      patterns
        .filter(({ pattern }) => pattern.test(line))
        .map(
          ({ word, write }) =>
            `${path}:${index + 1}: old word "${word}": write "${write}": ${line.trim().slice(0, 80)}`,
        ),
    ),
  ]
}

/** A decision records what was; code in it may name what no longer exists. Lines keep their places. */
function readable(path: string, text: string): string {
  const masked = path.startsWith("decisions/")
    ? text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, "")).replace(/`[^`\n]*`/g, "")
    : text
  return allowed.reduce((rest, use) => rest.replace(use, ""), masked)
}

/**
 * Finds `crew`, `Crew`, `crews`, `CREW`, `joinCrew`, `CrewMember` and `find-crew.ts`, but not `screw` or `crewed`. The
 * words of a phrase may be apart, joined by `-` or `_`, or in camel case.
 */
function patternOf({ word, prefix = false }: OldWord): RegExp {
  const parts = word.split(" ")
  const capital = (part: string) => part.charAt(0).toUpperCase() + part.slice(1)
  if (prefix) return new RegExp(`(?:(?<![A-Za-z])${word}|${capital(word)})(?=[A-Z])`)
  const apart = parts.join("[\\s_-]")
  const capitalApart = [capital(parts[0]!), ...parts.slice(1)].join("[\\s_-]")
  const camel = [parts[0]!, ...parts.slice(1).map(capital)].join("")
  const pascal = parts.map(capital).join("")
  const start = `(?<![A-Za-z])(?:${apart}|${camel}|${parts.join("")})`
  const inner = `(?:${pascal}|${capitalApart})`
  const upper = `(?<![A-Z])${apart.toUpperCase().replaceAll("\\S", "\\s")}S?(?![A-Z])`
  return new RegExp(`(?:${start}|${inner})s?(?![a-z])|${upper}`)
}
