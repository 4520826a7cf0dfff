import type { ContextKey } from "../context/context-values.ts"
import type { MiddlewareEntry, NeededBy, ProvidedBy } from "../context/middleware.ts"
import type { ParameterNames } from "../context/parameter-names.ts"

// Sentences, because the compiler prints them: Type '"needs user_id from a middleware"' is not assignable to 'never'.
type NoParameter<Name extends string> = `needs :${Name} in the path`
type NoValue<Key extends string> = `needs ${Key} from a middleware`

type EntriesOf<Options> = Options extends {
  readonly middlewares: infer Entries extends readonly MiddlewareEntry[]
}
  ? Entries
  : readonly []

/** What a handler needs beyond what its own record's path and middlewares give. */
export type MissingFor<Path extends string, Names extends string, Keys extends ContextKey, Options> =
  | NoParameter<Exclude<Names, ParameterNames<Path>>>
  | MissingBehind<EntriesOf<Options>, Keys>

/** What a handler and its middlewares need beyond what these middlewares provide. */
export type MissingBehind<Entries extends readonly MiddlewareEntry[], Keys extends ContextKey> = NoValue<
  Exclude<Keys | NeededBy<Entries>, ProvidedBy<Entries>>
>

/** What is still missing after a group's path and middlewares have given theirs. */
export type MissingAfter<
  Missing extends string,
  Path extends string,
  Entries extends readonly MiddlewareEntry[],
> =
  | Exclude<Missing, NoParameter<ParameterNames<Path>> | NoValue<ProvidedBy<Entries>>>
  | NoValue<Exclude<NeededBy<Entries>, ProvidedBy<Entries>>>
