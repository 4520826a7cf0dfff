import { accessCases } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { access } from "./testing/access.ts"
import { createApi } from "./testing/create-api.ts"

const app = await createApi()
afterAll(() => app.stop())
const cases = await accessCases(app, access)

describe("who may call what", () => {
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined())
})
