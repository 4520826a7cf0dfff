/** Words that make a comment a riddle, each with what to write instead. Tests and examples of documentation are exempt. */
const riddles: readonly (readonly [found: RegExp, write: string])[] = [
  [/\b(?:whoever|nobody|somebody|anybody)\b/i, "who it is: the client, the caller, the user"],
  [/\btells? of\b|\btold (?:of|to|by|that|what|when|how)\b/i, "reports, logs, sends"],
  [/\bfor good\b/i, "permanently"],
  [/\bcan(?:not)? be had\b/i, "available, readable"],
  [/\bin vain\b/i, "without effect"],
  [/\bthe want of\b/i, "without, missing"],
  [/\bwithout a word\b/i, "silently"],
  [/\bbehind (?:its|their|his|her) back\b/i, "unexpectedly"],
  [/\bin (?:somebody|anybody|its|their)(?:'s)? hands\b/i, "checked out, in use"],
  [/\bso many (?:at|bytes|times|requests|calls)\b/i, "the number, or its name"],
]

const source = /^(?:packages\/[^/]+\/src|scripts|bench)\/.*(?<!\.test)\.ts$/
const exempt = /^scripts\/docs\/comment-words|\/testing\//

/** The comments of a source file that use such words. */
export function commentWordProblems(path: string, text: string): readonly string[] {
  if (!source.test(path) || exempt.test(path)) return []
  let isExample = false
  return text.split("\n").flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\*|\/\*\*)(.*)/.exec(line)?.[1] ?? / \/\/ (.*)$/.exec(line)?.[1]
    if (comment === undefined || /^\s*```/.test(comment)) {
      if (comment !== undefined) isExample = !isExample
      return []
    }
    if (isExample) return []
    return riddles
      .filter(([found]) => found.test(comment))
      .map(
        ([found, write]) => `${path}:${index + 1}: "${found.exec(comment)![0]}" in a comment: write ${write}`,
      )
  })
}
