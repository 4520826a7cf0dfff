import fc from "fast-check"
import type { JsonSchema } from "trivet/extend"
import { describe, expect, it } from "vitest"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { fillingsOf, plainFilling } from "./fillings.ts"

const schema: JsonSchema = {
  type: "object",
  properties: {
    email: { type: "string", format: "email" },
    role: { type: "string", enum: ["member", "admin"] },
  },
  required: ["email", "role"],
}
const route = { method: "POST", path: "/invitations", accepts: {}, reads: [] } as unknown as FuzzRoute
const shape = { schema, encoding: "json" } as const
const roleOf = ({ body }: { readonly body: unknown }) => (body as { readonly role: string }).role

describe("a filling", () => {
  it("is valid if it is plain, with any seed", () => {
    const roles = Array.from({ length: 200 }, (_, seed) => roleOf(plainFilling(route, shape, seed)))
    expect(new Set(roles)).toEqual(new Set(["member", "admin"]))
  })

  it("has markup now and then otherwise", () => {
    const roles = fc.sample(fillingsOf(route, shape), { numRuns: 200, seed: 1 }).map(roleOf)
    expect(roles.some((role) => role.includes("<"))).toBe(true)
  })
})
