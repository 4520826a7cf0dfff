import { toStandardJsonSchema } from "@valibot/to-json-schema"
import * as v from "valibot"
import type { Library } from "./parts.ts"

const filled = v.pipe(v.string(), v.minLength(1))
const count = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least))
const params = toStandardJsonSchema(v.object({ org: filled, id: count(1) }))
const headers = toStandardJsonSchema(v.object({ "x-team": filled }))
const refusal = toStandardJsonSchema(v.object({ error: filled }))
const query = { limit: v.optional(count(1)), open: v.optional(v.boolean()), q: v.optional(v.string()) }
const body = {
  email: v.pipe(v.string(), v.email()),
  name: filled,
  password: v.pipe(v.string(), v.minLength(8)),
  age: v.optional(count(0)),
  newsletter: v.optional(v.boolean()),
}
const item = { id: v.pipe(v.number(), v.integer()), email: filled, name: filled }
const role = v.picklist(["admin", "author", "reader"])

export const withValibot: Library = {
  flat: {
    params,
    query: toStandardJsonSchema(v.object(query)),
    headers,
    body: toStandardJsonSchema(v.object(body)),
    item: toStandardJsonSchema(v.object(item)),
    refusal,
  },
  rich: {
    params,
    query: toStandardJsonSchema(
      v.object({
        ...query,
        sort: v.optional(v.picklist(["up", "down"])),
        tag: v.optional(v.array(v.string())),
      }),
    ),
    headers,
    body: toStandardJsonSchema(
      v.object({
        ...body,
        roles: v.pipe(v.array(role), v.minLength(1)),
        address: v.object({ city: filled, lines: v.optional(v.array(v.string())) }),
      }),
    ),
    item: toStandardJsonSchema(v.object({ ...item, roles: v.array(role), city: v.string() })),
    refusal,
  },
}
