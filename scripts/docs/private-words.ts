/** Text that names one machine or one company's network, and means nothing in another clone. */
const privateWords: readonly (readonly [what: string, found: RegExp])[] = [
  ["a folder of one machine", /(?<![\w.~-])\/(?:work|root)\//],
  ["a registry's address", /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\b|https?:\/\/(?:npm|registry)\./],
  ["a locked address", /"resolved":\s*"https?:/],
  ["a page that is not in the repository", /\b(?:DESIGN|SPEC)\.md\b/],
]

/** The lines of a file that contain such text. */
export function privateWordProblems(path: string, text: string): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      privateWords
        .filter(([, found]) => found.test(line))
        .map(([what]) => `${path}:${index + 1}: names ${what}: ${line.trim().slice(0, 100)}`),
    )
}
