import { Type } from "typebox"
import type { Library } from "./parts.ts"
import { typeboxSchema } from "./typebox-schema.ts"

const filled = Type.String({ minLength: 1 })
const params = typeboxSchema(Type.Object({ org: filled, id: Type.Integer({ minimum: 1 }) }))
const headers = typeboxSchema(Type.Object({ "x-team": filled }))
const refusal = typeboxSchema(Type.Object({ error: filled }))
const query = {
  limit: Type.Optional(Type.Integer({ minimum: 1 })),
  open: Type.Optional(Type.Boolean()),
  q: Type.Optional(Type.String()),
}
const body = {
  email: Type.String({ format: "email" }),
  name: filled,
  password: Type.String({ minLength: 8 }),
  age: Type.Optional(Type.Integer({ minimum: 0 })),
  newsletter: Type.Optional(Type.Boolean()),
}
const item = { id: Type.Integer(), email: filled, name: filled }
const role = Type.Enum(["admin", "author", "reader"])

export const withTypeBox: Library = {
  flat: {
    params,
    query: typeboxSchema(Type.Object(query)),
    headers,
    body: typeboxSchema(Type.Object(body)),
    item: typeboxSchema(Type.Object(item)),
    refusal,
  },
  rich: {
    params,
    query: typeboxSchema(
      Type.Object({
        ...query,
        sort: Type.Optional(Type.Enum(["up", "down"])),
        tag: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    headers,
    body: typeboxSchema(
      Type.Object({
        ...body,
        roles: Type.Array(role, { minItems: 1 }),
        address: Type.Object({ city: filled, lines: Type.Optional(Type.Array(Type.String())) }),
      }),
    ),
    item: typeboxSchema(Type.Object({ ...item, roles: Type.Array(role), city: Type.String() })),
    refusal,
  },
}
