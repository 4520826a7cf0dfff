import { fuzz, type FuzzReport } from "@trivet/tool/fuzz"
import { afterEach, beforeEach, expect, it } from "vitest"
import { accessOn } from "./access.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"

// Two minutes of all phases: TRIVET_LONG=1 npx vitest run examples/helpdesk/tests/fuzz.test.ts
const seconds = process.env["TRIVET_LONG"] === "1" ? 120 : 15

// One for each test: calls of an agent pause queues, and then no mails arrive.
let desk: Helpdesk
beforeEach(async () => {
  desk = await createHelpdesk()
})
afterEach(() => desk.stop())

const found = ({ findings }: FuzzReport) =>
  findings.map(({ route, title, recipe }) => ({ route, title, recipe }))

it(`survives ${seconds} seconds of odd calls`, async () => {
  const report = await fuzz(desk.app, { seconds, access: accessOn(desk.databaseUrl) })
  expect(found(report)).toEqual([])
  expect(report.calls).toBeGreaterThan(200)
})

it("shows nobody the texts of others, in any reply", async () => {
  const only = ["leaks"]
  // It takes a few seconds. It has more time, because it must come to its end.
  const report = await fuzz(desk.app, { seconds: 100, only, access: accessOn(desk.databaseUrl) })
  expect(found(report)).toEqual([])
  expect(report.phases).toMatchObject([{ name: "leaks" }])
  // It says why a search has ended early.
  expect(report.phases[0]?.note).toBeUndefined()
})
