import type { JsonSchema } from "trivet/extend"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { parametersOf } from "../input/build-call.ts"
import { markPrefix, takesAnyText } from "../input/marks.ts"
import { propertiesOf } from "../input/properties.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import type { RowParams } from "./others-rows.ts"

/** What is known of the rows of others. */
export interface OthersRows {
  /** The rows that a path with parameters may name. */
  readonly rows: readonly RowParams[]
  /** Texts of some of them. */
  readonly texts: readonly string[]
}

/** How many query parameters of one route are tried. */
const mostNames = 3
const mostChoices = 4

const isPaging = /limit|size|page|sort|order|cursor|before|after|since|until|from|^to$|lang|format/i

/** The calls of a route that could give out rows of others: as it is, a search for their texts, and by their ids. */
export function readingCalls(route: FuzzRoute, { rows, texts }: OthersRows): readonly FuzzCall[] {
  const { method, path } = route
  if (parametersOf(path).length > 0) return rows.map((params) => ({ method, path, params }))
  return [{}, ...queriesOf(route, texts)].map((query) => ({
    method,
    path,
    ...(Object.keys(query).length > 0 && { query }),
  }))
}

function queriesOf(
  { accepts, reads }: FuzzRoute,
  texts: readonly string[],
): readonly Readonly<Record<string, string>>[] {
  const declared = Object.entries(propertiesOf(accepts.query))
  const all = [...declared, ...reads.map((name): [string, JsonSchema] => [name, {}])]
  const limit = all.find(([name]) => /limit|size/i.test(name))
  const searched = all.filter(
    ([name, schema]) => isText(schema) && !isPaging.test(name) && takesAnyText(name, schema),
  )
  const choices = declared.flatMap(([name, { enum: values }]) =>
    Array.isArray(values) ? values.slice(0, mostChoices).map((value) => ({ [name]: String(value) })) : [],
  )
  return [
    // A length that no earlier phase has asked for, so that no cache has the page yet.
    ...(limit === undefined ? [] : [{ [limit[0]]: "7" }]),
    ...searched
      .slice(0, mostNames)
      .flatMap(([name]) => [markPrefix, ...texts].map((text) => ({ [name]: text }))),
    ...choices.slice(0, mostChoices),
  ]
}

function isText({ type = "string" }: JsonSchema): boolean {
  return [type].flat().includes("string")
}
