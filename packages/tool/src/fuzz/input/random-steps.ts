import fc from "fast-check"
import type { FuzzCall } from "../call/fuzz-call.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { bodyPlace, withFields, withText } from "./body-changes.ts"
import type { BodyShapes } from "./body-shape.ts"
import type { Choice, Filling } from "./build-call.ts"
import { fillingsOf } from "./fillings.ts"
import { oddBodies, oddTexts, oddValues } from "./hostile-texts.ts"
import { propertyNames } from "./properties.ts"

/** One call of a random sequence, before values of earlier replies are chosen. */
export interface RandomStep {
  readonly route: FuzzRoute
  readonly filling: Filling
  readonly choice: Choice
  /** Corrupts the call in one way, or leaves it unchanged. */
  readonly change: (call: FuzzCall) => FuzzCall
}

/** Calls to all routes. Routes that hash a password are slow, and chosen less often. */
export function randomSteps(routes: readonly FuzzRoute[], shapes: BodyShapes): fc.Arbitrary<RandomStep> {
  return fc.oneof(
    ...routes.map((route) => {
      const shape = shapes.find(route)
      const properties = propertyNames(shape?.schema)
      const weight = properties.some((name) => /password/i.test(name)) ? 1 : 4
      const step = fc.record({
        route: fc.constant(route),
        filling: fillingsOf(route, shape),
        choice: choices,
        change: changesOf(route, properties),
      })
      return { arbitrary: step, weight }
    }),
  )
}

const choices: fc.Arbitrary<Choice> = fc.record({
  pick: fc.nat(5),
  reuse: fc.nat(9).map((chance) => chance < 9),
  repeat: fc.nat(2).map((chance) => chance < 1),
  caller: fc.nat(5),
})

// Lone surrogates too. The unit "binary" of fast-check takes two seconds to create.
const codeUnit = fc.integer({ min: 0, max: 0xff_ff }).map((code) => String.fromCharCode(code))

const same = (call: FuzzCall): FuzzCall => call

function changesOf(route: FuzzRoute, fields: readonly string[]): fc.Arbitrary<(call: FuzzCall) => FuzzCall> {
  const anyText = fc.oneof(fc.string({ unit: codeUnit, maxLength: 20 }), fc.constantFrom(...oddTexts))
  const params = propertyNames(route.accepts.query)
  const names = [...new Set([...params, ...route.reads])]
  const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(...oddValues), anyText)
  const changes: fc.Arbitrary<(call: FuzzCall) => FuzzCall>[] = [fc.constant(same)]
  if (names.length > 0)
    changes.push(
      fc
        .tuple(fc.constantFrom(...names), fc.array(anyText, { minLength: 1, maxLength: 2 }))
        .map(([name, list]) => (call: FuzzCall) => ({ ...call, query: { ...call.query, [name]: list } })),
    )
  if (route.path.includes(":"))
    changes.push(
      anyText.map((text) => (call: FuzzCall) => ({ ...call, params: replaced(call.params, text) })),
    )
  if (fields.length > 0)
    changes.push(
      fc.tuple(fc.constantFrom(...fields), anyValue).map(
        ([name, value]) =>
          (call: FuzzCall) =>
            bodyPlace(call, name)(value),
      ),
      fc
        .constantFrom(...fields)
        .map((name) => (call: FuzzCall) => withFields(call, (other) => other !== name)),
      fc
        .constantFrom(...oddBodies.filter(({ length }) => length < 1_000))
        .map((text) => (call: FuzzCall) => withText(call, text)),
    )
  return fc.oneof({ arbitrary: fc.constant(same), weight: 7 }, { arbitrary: fc.oneof(...changes), weight: 3 })
}

function replaced(params: FuzzCall["params"] = {}, text: string): Record<string, string> {
  return Object.fromEntries(Object.keys(params).map((name) => [name, text]))
}
