import type { Accepted, AcceptedBy, CallContext } from "../context/context.ts"
import type { ContextKey } from "../context/context-values.ts"
import type { NeededBy, ProvidedBy } from "../context/middleware.ts"
import type { ParameterNames } from "../context/parameter-names.ts"
import type { EntriesOf, MissingOf, NoParameter, NoValue, PathOf } from "./missing.ts"
import type { Route } from "./route.ts"

/** A record in a list that is yet to be checked, made by a maker or written by hand. */
export interface ListedRoute extends Omit<Route, "missing"> {
  readonly missing?: unknown
}

/**
 * What the records of a list have to be, each where it stands. `Names` and `Keys` are what the groups around the list
 * give. A sound record has to be a `Route`; in any other a sentence takes the place of what is wrong.
 */
// A mapped type and a conditional that ends in `Given`: so the compiler infers the records from the literals and still
// reports unknown properties, which it would not for a parameter of the type `Records` itself.
export type CheckedRoutes<
  Records extends readonly unknown[],
  Names extends string = never,
  Keys extends ContextKey = never,
> = {
  readonly [Index in keyof Records]: CheckedRoute<Records[Index], Names, Keys>
}

/** What one record has to be. */
// The tests of keys come first: they cost the compiler the least, and most records have none of these.
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
