import { describe, expect, it } from "vitest"
import { Fault } from "./fault.ts"

describe("Fault", () => {
  it("carries what the catalogue says of its code", () => {
    const fault = new Fault("NOT_FOUND", { method: "GET", path: "/posts/7" })
    expect(fault).toBeInstanceOf(Error)
    expect(fault.name).toBe("Fault")
    expect(fault.code).toBe("NOT_FOUND")
    expect(fault.status).toBe(404)
    expect(fault.message).toBe("No route matches GET /posts/7.")
  })

  it("fills in every placeholder of message and fix, each time it occurs", () => {
    const fault = new Fault("DECLARED_TWICE", { token: "Posts", first: "blog", second: "news" })
    expect(fault.message).toContain("`Posts` is declared in module `blog` and again in module `news`")
    expect(fault.fix).toContain("injects `Posts`, export it")
    expect(`${fault.message}${fault.fix}`).not.toMatch(/\{\w+\}/)
  })

  it("does not fill in what a detail brings along, nor read it as a pattern", () => {
    const fault = new Fault("NOT_FOUND", { method: "{path}", path: "$& $1 {method}" })
    expect(fault.message).toBe("No route matches {path} $& $1 {method}.")
  })

  it("leaves code in braces as it is", () => {
    const fault = new Fault("RETURNS_NOT_PRUNABLE", { route: "GET /posts", status: 201 })
    expect(fault.message).toContain("`GET /posts`")
    expect(fault.fix).toContain("returns: { prune: true }")
  })

  it("keeps what a client may read apart from the details", () => {
    const known = new Fault("NOT_FOUND", { method: "GET", path: "/secret" })
    expect(known.publicMessage).toBe("Not Found")
    const unknown = new Fault("NEXT_CALLED_TWICE", { middleware: "Secret" })
    expect(unknown.publicMessage).toBeUndefined()
  })

  it("keeps its chain, place, headers and cause", () => {
    const cause = new Error("no connection")
    const fault = new Fault(
      "START_FAILED",
      { hook: "onStart", token: "Db", reason: "no connection" },
      { chain: ["App", "Db"], where: "src/db.ts:3:1", headers: { "retry-after": "5" }, cause },
    )
    expect(fault.chain).toEqual(["App", "Db"])
    expect(fault.where).toBe("src/db.ts:3:1")
    expect(fault.headers).toEqual({ "retry-after": "5" })
    expect(fault.cause).toBe(cause)
    expect(fault.details).toEqual({ hook: "onStart", token: "Db", reason: "no connection" })
  })

  it("has no chain, place, headers or cause unless they are given", () => {
    const fault = new Fault("MODULE_NAME_TAKEN", { module: "posts", other: "src/a.ts:1:1" })
    expect(fault.chain).toEqual([])
    expect(fault.where).toBeUndefined()
    expect(fault.headers).toBeUndefined()
    expect("cause" in fault).toBe(false)
  })

  it("does not compile with a code or a detail that the catalogue does not have", () => {
    // @ts-expect-error MODULE_NAME_TAKEN asks for "module"
    expect(new Fault("MODULE_NAME_TAKEN", {}).message).toContain("{module}")
    // @ts-expect-error "name" is no placeholder of this fault
    expect(new Fault("MODULE_NAME_TAKEN", { module: "posts", other: "", name: "posts" }).message).toContain(
      "posts",
    )
    // @ts-expect-error there is no such code
    expect(() => new Fault("NO_SUCH_CODE", {})).toThrow(TypeError)
  })
})
