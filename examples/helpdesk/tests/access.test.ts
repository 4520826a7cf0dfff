import { createClient } from "trivet/client"
import { accessCases } from "trivet/testing"
import { afterAll, describe, expect, it } from "vitest"
import { TicketsApi } from "../src/api/tickets-contract.ts"
import { accessOn } from "./access.ts"
import { createHelpdesk } from "./testing/create-helpdesk.ts"

const desk = await createHelpdesk()
afterAll(() => desk.stop())
// Written by `npx trivet routes --access > access.txt`.
const table = new URL("../access.txt", import.meta.url)
const cases = await accessCases(desk.app, accessOn(desk.databaseUrl), { table })

it("is prepared again on the same database", async () => {
  const { callers } = await accessOn(desk.databaseUrl)(desk.app)
  const create = (name: string) =>
    createClient(TicketsApi, { ...desk.app, headers: callers[name]!.headers! }).create({
      body: { title: "No sound", text: "None." },
    })
  // Only those with a confirmed address begin a ticket.
  expect((await create("customer's program")).status).toBe(201)
  expect((await create("fresh's program")).status).toBe(403)
})

describe("who may call what", () => {
  it.each(cases)("$name", ({ run }) => expect(run()).resolves.toBeUndefined())
})
