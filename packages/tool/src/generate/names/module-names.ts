import { isTakenIdentifier } from "./taken-identifiers.ts"

/** The names in a module's files, all derived from the given one. */
export interface ModuleNames {
  /** As given: `blog-posts`. Its folder, its path and the prefix of its files' names. */
  readonly name: string
  /** `BlogPosts`. */
  readonly pascal: string
  /** The private field that holds its service: `blogPosts`. */
  readonly field: string
  /** The constant of its contract: `BlogPosts`, or `NewsResource` if an item has that name. */
  readonly contract: string
  /** `blog_posts`. */
  readonly table: string
  /** `blog posts`, for sentences. */
  readonly words: string
  /** The name of an item: `BlogPost`; `DateItem` if `Date` is taken. */
  readonly one: string
  /** `blogPost`. */
  readonly oneCamel: string
  /** `blog post`. */
  readonly oneWords: string
  /** `a blog post`, `an order`. */
  readonly aOne: string
}

/** The names for a given name in lower case with hyphens. */
export function moduleNames(name: string): ModuleNames {
  const single = singular(name)
  const isTaken = isTakenIdentifier(pascal(single)) || isTakenIdentifier(camel(single))
  const identifier = isTaken ? `${single}-item` : single
  const oneWords = single.replaceAll("-", " ")
  return {
    name,
    pascal: pascal(name),
    // The one private name that JavaScript forbids.
    field: name === "constructor" ? "service" : camel(name),
    contract: name === single || isTakenIdentifier(pascal(name)) ? `${pascal(name)}Resource` : pascal(name),
    table: name.replaceAll("-", "_"),
    words: name.replaceAll("-", " "),
    one: pascal(identifier),
    oneCamel: camel(identifier),
    oneWords,
    aOne: `${articleOf(oneWords)} ${oneWords}`,
  }
}

const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: "person",
    children: "child",
    men: "man",
    women: "woman",
    movies: "movie",
    cookies: "cookie",
    statuses: "status",
  }),
)

/** The singular of a name by the common rules; a name that they do not fit is unchanged. */
function singular(name: string): string {
  const [, before = "", word = ""] = /^(.*-)?([^-]+)$/.exec(name) ?? []
  return before + (irregular.get(word) ?? singularWord(word))
}

function singularWord(word: string): string {
  if (/(?:ss|us|is|news|series|species)$/.test(word) || word.length < 3) return word
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, "y")
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.replace(/es$/, "")
  return word.replace(/s$/, "")
}

/** By sound, as far as the letters show it: an order, a user, an hour. */
function articleOf(words: string): "a" | "an" {
  return /^(?:[ai]|e(?!u)|o(?!ne\b)|u(?!ni|s|ti)|heir|honor|hour)/.test(words) ? "an" : "a"
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
}

function camel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
