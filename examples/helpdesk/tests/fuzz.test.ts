import { Jobs } from "@trivet/jobs"
import { fuzz, type FuzzReport } from "@trivet/tool/fuzz"
import type { AccessSetup } from "trivet/testing"
import { afterEach, beforeEach, expect, it } from "vitest"
import { accessOn } from "./access.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"
import { PaymentServer } from "./testing/payment-server.ts"

// Two minutes of all phases: TRIVET_LONG=1 npx vitest run examples/helpdesk/tests/fuzz.test.ts
const seconds = process.env["TRIVET_LONG"] === "1" ? 120 : 15

let desk: Helpdesk
let stripe: PaymentServer
beforeEach(async () => {
  stripe = await PaymentServer.start()
  desk = await createHelpdesk(stripe.settings)
})
afterEach(async () => {
  await desk.stop()
  await stripe.stop()
})

/** The callers. Calls of an agent pause queues, and new callers wait for a mail: before each setup all queues go on. */
const access: AccessSetup = async (server) => {
  const jobs = desk.app.get(Jobs)
  for (const { job } of await jobs.queues()) await jobs.resume(job)
  return accessOn(desk.databaseUrl)(server)
}

const found = ({ findings }: FuzzReport) =>
  findings.map(({ route, title, recipe }) => ({ route, title, recipe }))

it(`survives ${seconds} seconds of odd calls`, async () => {
  const report = await fuzz(desk.app, { seconds, access })
  expect(found(report)).toEqual([])
  expect(report.calls).toBeGreaterThan(200)
})

it("shows nobody the texts of others, in any reply", async () => {
  const only = ["leaks"]
  // It takes a few seconds. It has more time, because it must come to its end.
  const report = await fuzz(desk.app, { seconds: 100, only, access })
  expect(found(report)).toEqual([])
  expect(report.phases).toMatchObject([{ name: "leaks" }])
  // It says why a search has ended early.
  expect(report.phases[0]?.note).toBeUndefined()
})
