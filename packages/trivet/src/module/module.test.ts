import { describe, expect, it } from "vitest"
import { get } from "./routes/make-route.ts"
import { module } from "./module.ts"

describe("module", () => {
  it("does not compile with a hook in another spelling, and the compiler shows the right one", () => {
    class Controller {
      Routes() {
        return [get("/", () => "never served")]
      }
    }
    class Service {
      OnStart() {
        return undefined
      }
    }
    // @ts-expect-error write routes()
    const wrong = module({ name: "wrong", declarations: [Controller] })
    // @ts-expect-error write onStart()
    const other = module({ name: "other", declarations: [Service] })
    expect([wrong.name, other.name]).toEqual(["wrong", "other"])
  })

  it("accepts classes with and without hooks", () => {
    class Plain {}
    class Hooked {
      onStart() {
        return undefined
      }
    }
    expect(module({ name: "right", declarations: [Plain, Hooked] }).name).toBe("right")
  })
})
