import { type } from "arktype"
import type { Library } from "./parts.ts"

const params = type({ org: "string >= 1", id: "number.integer >= 1" })
const headers = type({ "x-team": "string >= 1" })
const refusal = type({ error: "string >= 1" })
const query = { "limit?": "number.integer >= 1", "open?": "boolean", "q?": "string" } as const
const body = {
  email: "string.email",
  name: "string >= 1",
  password: "string >= 8",
  "age?": "number.integer >= 0",
  "newsletter?": "boolean",
} as const
const item = { id: "number.integer", email: "string >= 1", name: "string >= 1" } as const
const role = "'admin' | 'author' | 'reader'"

export const withArkType: Library = {
  flat: { params, query: type(query), headers, body: type(body), item: type(item), refusal },
  rich: {
    params,
    query: type({ ...query, "sort?": "'up' | 'down'", "tag?": "string[]" }),
    headers,
    body: type({
      ...body,
      roles: type(role).array().atLeastLength(1),
      address: { city: "string >= 1", "lines?": "string[]" },
    }),
    item: type({ ...item, roles: type(role).array(), city: "string" }),
    refusal,
  },
}
