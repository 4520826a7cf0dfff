import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { Binding, Container, type Scope } from "./container.ts"
import { inject } from "./inject.ts"
import { placeholder } from "./placeholder.ts"
import { nameOfToken, type Token, token } from "./token.ts"

/** A scope in which every class is bound when it is first asked for, and everything else is missing. */
function scopeOf(...classes: readonly (new () => object)[]): {
  scope: Scope
  bindings: Map<unknown, Binding>
} {
  const bindings = new Map<unknown, Binding>()
  const scope: Scope = {
    name: "test",
    find: (wanted: Token<unknown>, by: string) =>
      bindings.get(wanted) ?? new Fault("TOKEN_MISSING", { by, module: "test", token: nameOfToken(wanted) }),
  }
  for (const one of classes) bindings.set(one, new Binding(one, scope, () => new one()))
  return { scope, bindings }
}

function build(...classes: readonly (new () => object)[]) {
  const { bindings } = scopeOf(...classes)
  const container = new Container()
  for (const binding of bindings.values()) container.instanceOf(binding)
  const codes = container.faults.map((fault) => fault.code)
  return { container, bindings, codes, order: container.order.map((binding) => binding.name) }
}

describe("Container", () => {
  it("makes each instance once, and whatever it asked for before it", () => {
    let made = 0
    class Clock {
      number = ++made
    }
    class Posts {
      clock = inject(Clock)
    }
    class Controller {
      posts = inject(Posts)
      clock = inject(Clock)
    }
    const { bindings, order } = build(Controller, Posts, Clock)
    const controller = bindings.get(Controller)!.instance as Controller
    expect(order).toEqual(["Clock", "Posts", "Controller"])
    expect(controller.clock).toBe(controller.posts.clock)
    expect(made).toBe(1)
    expect([...bindings.get(Controller)!.needs].map((need) => need.name)).toEqual(["Posts", "Clock"])
  })

  it("goes on after a fault, and reports each mistake once with the way that led to it", () => {
    const Db = token<{ query(sql: string): { rows: string[] } }>("Db")
    const Mail = token<string>("Mail")
    class Posts {
      db = inject(Db)
      // Uses what could not be had: that must not hide the faults that follow.
      rows = this.db.query("select").rows.map((row) => row.trim())
      mail = inject(Mail)
    }
    class Controller {
      posts = inject(Posts)
    }
    const { container } = build(Controller, Posts)
    expect(container.faults.map(({ code, chain }) => [code, ...chain])).toEqual([
      ["TOKEN_MISSING", "Controller", "Posts", "Db"],
      ["TOKEN_MISSING", "Controller", "Posts", "Mail"],
    ])
    expect(container.faults[0]!.where).toMatch(/container\.test\.ts:\d+:\d+$/)
  })

  it("does not report an error that only follows from a fault", () => {
    class Posts {
      db: never = inject(token<never>("Db"))
      constructor() {
        throw new Error("no database")
      }
    }
    expect(build(Posts).codes).toEqual(["TOKEN_MISSING"])
  })

  it("finds a circle of services and shows it", () => {
    class First {
      second: object = inject(Second)
    }
    class Second {
      third: object = inject(Third)
    }
    class Third {
      first: object = inject(First)
    }
    const { container } = build(First, Second, Third)
    expect(container.faults.map(({ code, chain }) => [code, ...chain])).toEqual([
      ["SERVICE_CYCLE", "First", "Second", "Third", "First"],
    ])
  })

  it("finds a service that asks for itself", () => {
    class Alone {
      self: object = inject(Alone)
    }
    const { container } = build(Alone)
    expect(container.faults.map(({ code, chain }) => [code, ...chain])).toEqual([
      ["SERVICE_CYCLE", "Alone", "Alone"],
    ])
  })

  it("reports a constructor that throws, with its error and the way there", () => {
    const cause = new TypeError("no address")
    class Db {
      constructor() {
        throw cause
      }
    }
    class Posts {
      db = inject(Db)
    }
    const { container, order } = build(Posts, Db)
    expect(container.faults).toHaveLength(1)
    expect(container.faults[0]).toMatchObject({ code: "CONSTRUCTION_FAILED", cause, chain: ["Posts", "Db"] })
    expect(container.faults[0]!.message).toBe("Creating `Db` in module `test` failed: no address.")
    expect(order).not.toContain("Db")
  })

  it("refuses a factory that gives a promise, also one that fails, without an unhandled rejection", async () => {
    const Db = token<object>("Db")
    const { scope } = scopeOf()
    const container = new Container()
    const make = () => Promise.reject(new Error("on purpose"))
    expect(container.instanceOf(new Binding(Db, scope, make))).toBe(placeholder)
    expect(container.faults.map(({ code, subject }) => [code, subject])).toEqual([["PROVIDER_ASYNC", make]])
    await new Promise((done) => setTimeout(done, 0))
  })

  it.each([
    [undefined, "TOKEN_UNDEFINED"],
    [null, "TOKEN_INVALID"],
    ["Db", "TOKEN_INVALID"],
    [{ name: "db" }, "TOKEN_INVALID"],
  ])("refuses to be asked for %s", (wanted, code) => {
    class Posts {
      db = inject(wanted as never)
    }
    expect(build(Posts).codes).toEqual([code])
  })
})

describe("placeholder", () => {
  it("bears any use, so that the rest of an application is still built", () => {
    const any = placeholder as unknown as Record<string, never> & { new (): object; (): object }
    expect(any["a"]!["b"]).toBe(placeholder)
    expect(any()).toBe(placeholder)
    expect(new any()).toBe(placeholder)
    expect(String(any as unknown)).toBe("")
    expect([...(any as unknown as string[])]).toEqual([])
    expect(any instanceof Container).toBe(false)
  })

  it("is not thenable: waiting for it ends", async () => {
    expect(await (placeholder as Promise<unknown>)).toBe(placeholder)
  })
})
