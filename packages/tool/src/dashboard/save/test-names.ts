const reserved = new Set(
  "app reply expect it beforeAll afterAll cookieOf await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield undefined arguments eval json".split(
    " ",
  ),
)

/** Unique names for the variables of a test. */
export class TestNames {
  readonly #given = new Set<string>()

  /** A name from a text: `access_token` gives `accessToken`, the next time `accessToken2`. */
  for(text: string, otherwise: string): string {
    const words = text.split(/[^A-Za-z\d]+/).filter((word) => word !== "")
    const camel = words
      .map((word, at) => (at === 0 ? word[0]!.toLowerCase() : word[0]!.toUpperCase()) + word.slice(1))
      .join("")
      .slice(0, 40)
    const base = /^[a-z]/i.test(camel) && !reserved.has(camel) ? camel : otherwise
    let name = base
    for (let count = 2; this.#given.has(name); count++) name = `${base}${count}`
    this.#given.add(name)
    return name
  }
}

/** The parts of a path that are not parameters. */
export function fixedParts(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && !/^[:*]/.test(part))
}
