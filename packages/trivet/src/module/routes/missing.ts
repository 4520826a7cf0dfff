import type { CallContext } from "../../context/context.ts"
import type { ContextKey } from "../../context/context-values.ts"
import type { KeysOf, MiddlewareEntry, NeededBy, ProvidedBy } from "../../context/middleware.ts"
import type { ParameterNames } from "../../context/parameter-names.ts"

// Sentences, because the compiler prints them: Type '"needs user_id from a middleware"' is not assignable to 'never'.
/** The message for a parameter that the path does not have. */
export type NoParameter<Name extends string> = `needs :${Name} in the path`
/** The message for a value that no middleware provides. */
export type NoValue<Key extends string> = `needs ${Key} from a middleware`

/** The middlewares that a record names. */
export type EntriesOf<Options> = Options extends {
  readonly middlewares: infer Entries extends readonly MiddlewareEntry[]
}
  ? Entries
  : readonly []

/** The path of a record. */
export type PathOf<Given> = Given["path" & keyof Given] & string

/** The parameters that a handler requires in its context. */
type NamesOf<Handler> = Handler extends (ctx: unknown) => unknown
  ? never
  : Handler extends (ctx: CallContext<infer Names extends string, ContextKey, never>) => unknown
    ? Names
    : never

/** What a handler needs that its own record's path and middlewares do not provide. */
export type MissingFor<Path extends string, Names extends string, Keys extends ContextKey, Options> =
  | NoParameter<Exclude<Names, ParameterNames<Path>>>
  | MissingBehind<EntriesOf<Options>, Keys>

/** What a handler and its middlewares need that these middlewares do not provide. */
export type MissingBehind<Entries extends readonly MiddlewareEntry[], Keys extends ContextKey> = NoValue<
  Exclude<Keys | NeededBy<Entries>, ProvidedBy<Entries>>
>

/** What is still missing after applying a group's path and middlewares. */
export type MissingAfter<
  Missing extends string,
  Path extends string,
  Entries extends readonly MiddlewareEntry[],
> =
  | Exclude<Missing, NoParameter<ParameterNames<Path>> | NoValue<ProvidedBy<Entries>>>
  | NoValue<Exclude<NeededBy<Entries>, ProvidedBy<Entries>>>

/** What is missing in a record: stored by the function that made it, or computed for a literal. */
export type MissingOf<Given> = Given extends unknown
  ? "missing" extends keyof Given
    ? Extract<Given["missing"], string>
    : MissingOfPlain<Given>
  : never

type MissingOfPlain<Given> = Given extends { readonly children: readonly (infer Child)[] }
  ? MissingAfter<MissingOf<Child>, PathOf<Given>, EntriesOf<Given>>
  : MissingFor<
      PathOf<Given>,
      NamesOf<Given["handler" & keyof Given]>,
      KeysOf<Given["handler" & keyof Given]>,
      Given
    >
