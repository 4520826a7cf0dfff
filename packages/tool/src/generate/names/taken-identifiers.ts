// Reserved words, including those of strict mode.
const reserved = [
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends",
  "false finally for function if implements import in instanceof interface let new null package private protected",
  "public return static super switch this throw true try typeof undefined var void while with yield async of",
]

// Names that generated files import or declare themselves and that could conflict with those of the module.
const used = [
  "Browser Clock Context Db FormState Html ListPage NameForm OutputOf PageOfRows PublicError Settings SignedIn Tables TestApp TestClock View",
  "AccessTokens BearerAuth Client app client createApi createClient created ctx describe expect headers implement inject it",
  "newUser notFound other params provide Revocations signUp updated",
]

const taken: ReadonlySet<string> = new Set([...reserved, ...used].flatMap((line) => line.split(" ")))

/**
 * Whether generated code must not declare a name: a reserved word, a name that its files use for something else, or a
 * global. Code could shadow a global, but then a forgotten import would compile and refer to the global.
 */
export function isTakenIdentifier(name: string): boolean {
  return taken.has(name) || name in globalThis
}
