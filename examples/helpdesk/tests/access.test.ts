import { accessCases } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { accessOn } from "./access.ts"
import { createHelpdesk } from "./testing/create-helpdesk.ts"

const desk = await createHelpdesk()
afterAll(() => desk.stop())
// Written by `npx trivet routes --access > access.txt`.
const table = new URL("../access.txt", import.meta.url)
const cases = await accessCases(desk.app, accessOn(desk.databaseUrl), { table })

describe("who may call what", () => {
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined())
})
