import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../src/database/db.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"
import type { LiveStream, Person } from "./testing/person.ts"

let desk: Helpdesk
let customer: Person
let path: string

beforeAll(async () => {
  desk = await createHelpdesk()
  customer = await desk.join("Ada")
  path = await customer.open("Live")
})
afterAll(() => desk.stop())

/** Whether a stream is open after its guards have decided again, which they do every second. */
async function staysOpen({ ended }: LiveStream): Promise<boolean> {
  return Promise.race([ended.then(() => false), sleep(2_500, true)])
}

async function addFriend(): Promise<{ readonly friend: Person; readonly stream: LiveStream }> {
  const friend = await desk.join("Bob")
  await customer.post(`${path}/shares`, { email: friend.email })
  return { friend, stream: await friend.stream(`${path}/live?after=0`) }
}

describe("the stream of a page", () => {
  it("has what was said before and what is said later, on one connection", async () => {
    const stream = await customer.stream(`${path}/live?after=0`)
    const later = await customer.stream(`${path}/live?after=1`)
    expect(await staysOpen(stream)).toBe(true)
    await customer.post(`${path}/replies`, { text: "More" })
    await expect.poll(() => [stream.ids, later.ids]).toEqual([["1", "2"], ["2"]])
  })

  it("ends when sharing ends, and has nothing that is said after that", async () => {
    const { stream } = await addFriend()
    const [, end] = /action="([^"]+\/end)"/.exec((await customer.get(path)).text())!
    await customer.post(end!)
    await stream.ended
    const { length } = stream.ids
    await customer.post(`${path}/replies`, { text: "Not for you" })
    expect(stream.ids).toHaveLength(length)
  })

  it("ends with the session", async () => {
    const { friend, stream } = await addFriend()
    expect(await staysOpen(stream)).toBe(true)
    await friend.post("/sign-out")
    await stream.ended
  })

  it("ends when an agent becomes a customer again", async () => {
    const agent = await desk.join("Grace", "agent")
    const stream = await agent.stream(`${path}/live?after=0`)
    expect(await staysOpen(stream)).toBe(true)
    await desk.app
      .get(Db)
      .updateTable("users")
      .set({ role: "user" })
      .where("email", "=", agent.email)
      .execute()
    await stream.ended
  })
})
