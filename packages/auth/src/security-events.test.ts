import { inject, KeyValue, MemoryKeyValue, module, provide, Describe } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { createTestAuth } from "../tests/testing/test-auth.ts"
import { auth, type SecurityEvent, SecurityEvents } from "./index.ts"

describe("SecurityEvents", () => {
  it("writes an event to the log, with what its type has", async () => {
    const { app } = await createTestAuth()
    app
      .get(SecurityEvents)
      .report({ event: "session_destroyed", user_id: "u1", session: 3, address: "192.0.2.1" })
    expect(app.logs.at(-1)).toMatchObject({
      msg: "security",
      event: "session_destroyed",
      user_id: "u1",
      session: 3,
      address: "192.0.2.1",
    })
  })

  it("writes no field beside, also if an object brings some along", async () => {
    const { app } = await createTestAuth()
    const user = { user_id: "u1", email: "ada@example.com", password: "$2b$…", token: "t0ken" }
    app.get(SecurityEvents).report({ event: "password_changed", ...user })
    const line = JSON.stringify(app.logs.at(-1))
    expect(line).toContain("password_changed")
    for (const secret of [user.email, user.password, user.token]) expect(line).not.toContain(secret)
  })

  it("is replaced by the application's own", async () => {
    const seen: SecurityEvent[] = []
    class Own extends SecurityEvents {
      override report(event: SecurityEvent): void {
        seen.push(event)
      }
    }
    const stores = module({
      name: "stores",
      exports: [KeyValue],
      declarations: [provide(KeyValue, () => new MemoryKeyValue())],
    })
    class Reporter {
      readonly events = inject(SecurityEvents)
    }
    const pieces = auth({ settings: { cost: 4 }, imports: [stores], events: () => new Own() })
    const app = await createTestApp(module({ name: "root", imports: [pieces], declarations: [Reporter] }))
    app.get(Reporter).events.report({ event: "reset_requested" })
    expect(seen).toEqual([{ event: "reset_requested" }])
  })

  it("is only there if it is asked for: it injects Log, which puts each call into a scope", async () => {
    const stores = module({
      name: "stores",
      exports: [KeyValue],
      declarations: [provide(KeyValue, () => new MemoryKeyValue())],
    })
    const injectsLog = async (events?: () => SecurityEvents) => {
      const pieces = auth({ settings: { cost: 4 }, imports: [stores], ...(events && { events }) })
      const app = await createTestApp(module({ name: "root", imports: [pieces] }))
      return app
        .get(Describe)()
        .modules.flatMap(({ declarations }) =>
          declarations
            .filter(({ injects }) => injects.some(({ name }) => name === "Log"))
            .map(({ name }) => name),
        )
    }
    expect(await injectsLog()).toEqual([])
    expect(await injectsLog(() => new SecurityEvents())).toEqual(["SecurityEvents"])
  })

  it("has no type for an event with an e-mail address", () => {
    const nameOf = ({ event }: SecurityEvent): string => event
    // @ts-expect-error an e-mail address has no place in an event
    expect(nameOf({ event: "reset_requested", email: "ada@example.com" })).toBe("reset_requested")
    // @ts-expect-error a session that ended has a number
    expect(nameOf({ event: "session_destroyed", user_id: "u1" })).toBe("session_destroyed")
  })
})
