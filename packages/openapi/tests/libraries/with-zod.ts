import { z } from "zod"
import type { Library } from "./parts.ts"

const params = z.object({ org: z.string().min(1), id: z.int().min(1) })
const headers = z.object({ "x-team": z.string().min(1) })
const refusal = z.object({ error: z.string().min(1) })
const query = { limit: z.int().min(1).optional(), open: z.boolean().optional(), q: z.string().optional() }
const body = {
  email: z.email(),
  name: z.string().min(1),
  password: z.string().min(8),
  age: z.int().min(0).optional(),
  newsletter: z.boolean().optional(),
}
const item = { id: z.int(), email: z.string().min(1), name: z.string().min(1) }
const role = z.enum(["admin", "author", "reader"])

export const withZod: Library = {
  flat: { params, query: z.object(query), headers, body: z.object(body), item: z.object(item), refusal },
  rich: {
    params,
    query: z.object({
      ...query,
      sort: z.enum(["up", "down"]).optional(),
      tag: z.array(z.string()).optional(),
    }),
    headers,
    body: z.object({
      ...body,
      roles: z.array(role).min(1),
      address: z.object({ city: z.string().min(1), lines: z.array(z.string()).optional() }),
    }),
    item: z.object({ ...item, roles: z.array(role), city: z.string() }),
    refusal,
  },
}
