import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { inject, withInjector } from "./inject.ts"
import { token, type Token } from "./token.ts"

const Name = token<string>("Name")
const answers = (text: string) => ({ get: <T>(wanted: Token<T>) => `${text} ${wanted.name}` as T })

describe("inject", () => {
  it("asks the injector of the moment", () => {
    expect(withInjector(answers("outer"), () => inject(Name))).toBe("outer Name")
  })

  it("asks the outer injector again when an inner one is done, also when it ended with an error", () => {
    const seen = withInjector(answers("outer"), () => {
      const inner = withInjector(answers("inner"), () => inject(Name))
      try {
        withInjector(answers("broken"), () => {
          throw new Error("on purpose")
        })
      } catch {}
      return [inner, inject(Name)]
    })
    expect(seen).toEqual(["inner Name", "outer Name"])
  })

  it("is refused outside of boot, and says where it was called", () => {
    expect(() => inject(Name)).toThrow(Fault)
    try {
      inject(Name)
    } catch (fault) {
      expect(fault).toMatchObject({ code: "INJECT_OUTSIDE_BOOT", details: { token: "Name" } })
      expect((fault as Fault).where).toMatch(/inject\.test\.ts:\d+:\d+$/)
    }
  })

  it("is refused after an await: by then the application is built", async () => {
    const late = withInjector(answers("outer"), async () => {
      await Promise.resolve()
      return inject(Name)
    })
    await expect(late).rejects.toMatchObject({ code: "INJECT_OUTSIDE_BOOT" })
  })

  it("gives what the token stands for, to the compiler too", () => {
    class Posts {
      count = 3
    }
    const use = () => {
      const posts: Posts = inject(Posts)
      // @ts-expect-error Posts has no such field
      return [posts.count, posts.size] as const
    }
    expect(use).toThrow(Fault)
  })
})
