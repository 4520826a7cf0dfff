import { accessCases } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { access } from "./testing/access.ts"
import { createSite } from "./testing/create-site.ts"

const app = await createSite()
afterAll(() => app.stop())
const cases = await accessCases(app, access, { table: "access.txt" })

describe("who may call what", () => {
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined())
})
