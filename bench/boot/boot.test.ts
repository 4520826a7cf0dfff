import { describe, expect, it } from "vitest"
import { modules, routeShapes, services } from "./shape.ts"
import { startApp } from "./start-app.ts"

describe("the shape of the application to boot", () => {
  it("has 100 modules, 300 services and 1,000 routes", () => {
    expect([modules.length, services.length, modules.length * routeShapes.length]).toEqual([100, 300, 1000])
  })

  it("lets each service but the first inject one to three others, and only from imported modules", () => {
    for (const { services: own, imports } of modules) {
      const seen = new Set([...own, ...imports.flatMap((at) => modules[at]!.services)])
      for (const service of own) {
        const { injects } = services[service]!
        expect(injects.every((at) => seen.has(at))).toBe(true)
        if (service > 0) expect([1, 2, 3]).toContain(injects.length)
      }
    }
  })
})

describe.each(["trivet", "nest"])("the application in %s", (name) => {
  it("boots and answers with what its path holds and its controller injected", async () => {
    const { answer, boot, whole } = await startApp(name)
    expect(JSON.parse(answer)).toEqual({ id: "7", item: "9", injected: 3 })
    expect(boot).toBeGreaterThan(0)
    expect(whole).toBeGreaterThan(boot)
  })
})
