/** The names that a module's files need, all made from the one that was typed. */
export interface ModuleNames {
  /** As typed: `blog-posts`. Its folder, its path and the beginning of its files' names. */
  readonly name: string
  /** `BlogPosts`. */
  readonly pascal: string
  /** `blogPosts`. */
  readonly camel: string
  /** `blog_posts`. */
  readonly table: string
  /** `blog posts`, for sentences. */
  readonly words: string
  /** One of them: `BlogPost`. */
  readonly one: string
  /** `blogPost`. */
  readonly oneCamel: string
  /** `blog post`. */
  readonly oneWords: string
}

/** The names for what was typed, in lower case with hyphens. */
export function moduleNames(name: string): ModuleNames {
  const single = singular(name)
  return {
    name,
    pascal: pascal(name),
    camel: camel(name),
    table: name.replaceAll("-", "_"),
    words: name.replaceAll("-", " "),
    one: pascal(single),
    oneCamel: camel(single),
    oneWords: single.replaceAll("-", " "),
  }
}

const irregular: Readonly<Record<string, string>> = {
  people: "person",
  children: "child",
  men: "man",
  women: "woman",
  movies: "movie",
  cookies: "cookie",
  statuses: "status",
}

/** One of what a name counts, by the common rules; a name that they do not fit stays as it is. */
function singular(name: string): string {
  const [, before = "", word = ""] = /^(.*-)?([^-]+)$/.exec(name) ?? []
  return before + (irregular[word] ?? singularWord(word))
}

function singularWord(word: string): string {
  if (/(?:ss|us|is|news|series|species)$/.test(word) || word.length < 3) return word
  if (/[^aeiou]ies$/.test(word)) return word.replace(/ies$/, "y")
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.replace(/es$/, "")
  return word.replace(/s$/, "")
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())
}

function camel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
