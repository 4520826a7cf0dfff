import type { Accepted, AcceptedBy, CallContext } from "../../context/context.ts"
import type { ContextKey } from "../../context/context-values.ts"
import type { NeededBy, ProvidedBy } from "../../context/middleware.ts"
import type { ParameterNames } from "../../context/parameter-names.ts"
import type { EntriesOf, MissingOf, NoParameter, NoValue, PathOf } from "./missing.ts"
import type { Route } from "./route.ts"

/** A record in a list that is not checked yet, made by a function such as `get()` or written as a literal. */
export interface ListedRoute extends Omit<Route, "missing"> {
  readonly missing?: unknown
}

/**
 * The required types of the records of a list, by position. `Names` and `Keys` are what the surrounding groups provide.
 * A valid record must be a `Route`; in an invalid one, a sentence replaces the type of the invalid part.
 */
// A mapped type and a conditional that ends in `Given`, so that the compiler infers the records from the literals and
// still reports unknown properties, which it would not do for a parameter of type `Records`.
export type CheckedRoutes<
  Records extends readonly unknown[],
  Names extends string = never,
  Keys extends ContextKey = never,
> = {
  readonly [Index in keyof Records]: CheckedRoute<Records[Index], Names, Keys>
}

/** The required type of one record. */
// The tests of keys come first: they are the cheapest for the compiler, and most records have none of these.
export type CheckedRoute<
  Given,
  Names extends string = never,
  Keys extends ContextKey = never,
> = Given extends unknown
  ? "missing" extends keyof Given
    ? Route<NoParameter<Names> | NoValue<Keys>>
    : "middlewares" extends keyof Given
      ? [Exclude<NeededBy<EntriesOf<Given>>, Keys | ProvidedBy<EntriesOf<Given>>>] extends [never]
        ? CheckedBehind<Given, Names, Keys | ProvidedBy<EntriesOf<Given>>>
        : UnmetMiddlewares<NoValue<Exclude<NeededBy<EntriesOf<Given>>, Keys | ProvidedBy<EntriesOf<Given>>>>>
      : CheckedBehind<Given, Names, Keys>
  : Given

type CheckedBehind<Given, Names extends string, Keys extends ContextKey> = "children" extends keyof Given
  ? Given extends {
      readonly path: infer Path extends string
      readonly children: infer Children extends readonly unknown[]
    }
    ? Group<CheckedRoutes<Children, Names | ParameterNames<Path>, Keys>>
    : Given
  : Given["handler" & keyof Given] extends (
        ctx: CallContext<
          Names | ParameterNames<PathOf<Given>>,
          Keys,
          "accepts" extends keyof Given ? AcceptedBy<Given> : Accepted
        >,
      ) => unknown
    ? Route
    : UnmetHandler<Sentence<Exclude<MissingOf<Given>, NoParameter<Names> | NoValue<Keys>>>>

type Sentence<Missing extends string> = [Missing] extends [never]
  ? "needs input that accepts does not give"
  : Missing

interface Group<Children> extends Omit<Route, "method" | "handler" | "children"> {
  readonly children: Children
}

interface UnmetHandler<Missing extends string> extends Omit<Route, "handler"> {
  readonly handler: Missing
}

interface UnmetMiddlewares<Missing extends string> extends Omit<Route, "middlewares"> {
  readonly middlewares: Missing
}
