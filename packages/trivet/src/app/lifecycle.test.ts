import { describe, expect, it } from "vitest"
import { BootFault } from "../fault/boot-fault.ts"
import { inject } from "../inject/inject.ts"
import { module } from "../module/module.ts"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { api } from "../platform/api/api.ts"
import { createJsonLog } from "../log/json-log.ts"
import { createApp } from "../engine/create-app.ts"

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

/** Three services, each of which needs the one before, and what happens to them in order. */
function chain(changes: { readonly start?: () => unknown; readonly stop?: () => unknown } = {}) {
  const events: string[] = []
  const lines: { err?: { code?: string; message?: string }; msg?: string }[] = []
  class First {
    async onStart() {
      await wait(5)
      events.push("start First")
    }
    async onStop() {
      await wait(5)
      events.push("stop First")
    }
  }
  class Second {
    readonly first = inject(First)
    async onStart() {
      await changes.start?.()
      events.push("start Second")
    }
    async onStop() {
      await changes.stop?.()
      events.push("stop Second")
    }
  }
  class Third {
    readonly second = inject(Second)
    onStart() {
      events.push("start Third")
    }
    onStop() {
      events.push("stop Third")
    }
  }
  const root = module({ name: "app", declarations: [Third, Second, First] })
  const log = createJsonLog({ write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]) })
  const start = () => createApp(root, { platform: api(), log, startHookTimeout: 50, stopHookTimeout: 50 })
  return { events, lines, start }
}

async function faultsOf(starting: Promise<unknown>) {
  const thrown: unknown = await starting.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(BootFault)
  return (thrown as BootFault).faults
}

describe("startAll", () => {
  it("runs the hooks of an instance once, however many tokens it has", async () => {
    const events: string[] = []
    class Store {
      onStart() {
        events.push("start")
      }
      onStop() {
        events.push("stop")
      }
    }
    const Alias = token<Store>("alias")
    const declarations = [provide(Alias, () => inject(Store)), Store]
    const app = await createApp(module({ name: "app", declarations }), { platform: api() })
    await app.stop()
    expect(events).toEqual(["start", "stop"])
  })

  it("starts what is needed first, one after the other", async () => {
    const { events, start } = chain()
    await start()
    expect(events).toEqual(["start First", "start Second", "start Third"])
  })

  it("times each start", async () => {
    const { started } = await chain({ start: () => wait(20) }).start()
    expect(started.map(({ name }) => name)).toEqual(["First", "Second", "Third"])
    expect(started[1]!.milliseconds).toBeGreaterThan(15)
    expect(started[2]!.milliseconds).toBeLessThan(15)
  })

  it("stops, in reverse, only what had started when one start fails, and says which", async () => {
    const cause = new Error("no queue")
    const { events, start } = chain({ start: () => Promise.reject(cause) })
    const [fault, ...others] = await faultsOf(start())
    expect(others).toEqual([])
    expect(fault).toMatchObject({ code: "START_FAILED", cause, details: { token: "Second" } })
    expect(fault!.where).toMatch(/lifecycle\.test\.ts:\d+:\d+$/)
    expect(events).toEqual(["start First", "stop First"])
  })

  it("reports a start that throws at once like one that fails later", async () => {
    const { start } = chain({
      start: () => {
        throw new TypeError("on purpose")
      },
    })
    expect((await faultsOf(start())).map(({ code }) => code)).toEqual(["START_FAILED"])
  })

  it("gives up a start at its deadline, and stops what had started", async () => {
    const { events, start } = chain({ start: () => wait(10_000) })
    const began = performance.now()
    const [fault] = await faultsOf(start())
    expect(fault).toMatchObject({ code: "START_TIMEOUT", details: { token: "Second", milliseconds: 50 } })
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(events).toEqual(["start First", "stop First"])
  })

  it("lets an instance set the limit of its own start", async () => {
    const of = (startHookTimeout: number) => {
      class Slow {
        readonly startHookTimeout = startHookTimeout
        onStart() {
          return wait(80)
        }
      }
      return createApp(module({ name: "app", declarations: [Slow] }), {
        platform: api(),
        startHookTimeout: 30,
      })
    }
    await (await of(Infinity)).stop()
    await (await of(60_000)).stop()
    const [fault] = await faultsOf(of(10))
    expect(fault).toMatchObject({ code: "START_TIMEOUT", details: { token: "Slow", milliseconds: 10 } })
  })

  it("bears a start that fails after its deadline", async () => {
    const { start } = chain({ start: () => wait(80).then(() => Promise.reject(new Error("late"))) })
    expect((await faultsOf(start())).map(({ code }) => code)).toEqual(["START_TIMEOUT"])
    await wait(60)
  })

  it("starts nothing when the application has faults", async () => {
    const events: string[] = []
    class Service {
      onStart() {
        events.push("start")
      }
    }
    class Broken {
      readonly missing = inject(class Missing {})
    }
    const root = module({ name: "app", declarations: [Service, Broken] })
    await faultsOf(createApp(root, { platform: api() }))
    expect(events).toEqual([])
  })
})

describe("stopAll", () => {
  it("stops in reverse, once, however often it is asked", async () => {
    const { events, start } = chain()
    const app = await start()
    events.length = 0
    await Promise.all([app.stop(), app.stop()])
    await app.stop()
    expect(events).toEqual(["stop Third", "stop Second", "stop First"])
  })

  it("logs a stop that fails, and still stops the others", async () => {
    const { events, lines, start } = chain({ stop: () => Promise.reject(new Error("on purpose")) })
    const app = await start()
    events.length = 0
    await app.stop()
    expect(events).toEqual(["stop Third", "stop First"])
    expect(lines.map(({ err, msg }) => [err?.code, msg])).toEqual([
      ["STOP_FAILED", "`onStop()` of `Second` failed: on purpose. Stopping continued without it."],
    ])
  })

  it("gives up a stop at its deadline, logs it, and still stops the others", async () => {
    const { events, lines, start } = chain({ stop: () => wait(10_000) })
    const app = await start()
    events.length = 0
    const began = performance.now()
    await app.stop()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(events).toEqual(["stop Third", "stop First"])
    expect(lines.map(({ err }) => err?.code)).toEqual(["STOP_TIMEOUT"])
  })
})
