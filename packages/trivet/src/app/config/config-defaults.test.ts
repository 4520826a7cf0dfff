import { describe, expect, expectTypeOf, it } from "vitest"
import { dto } from "../../schema/dto/dto.ts"
import { config } from "./config.ts"
import type { ConfigNote } from "./config-notes.ts"
import { configNotesKey, inspectionKey } from "../../fault/global-keys.ts"

describe("config with choices and defaults", () => {
  const schema = dto({
    PORT: "integer,min=0,default=3000",
    LEVEL: "oneof=debug|info,default=info",
    CACHE: "oneof=on|off",
    URL: "required",
  })

  it("gives a default for what is absent or empty, with its type", () => {
    const settings = config(schema, { environment: { URL: "x", PORT: "", LEVEL: " " } })
    expect(settings).toEqual({ PORT: 3000, LEVEL: "info", URL: "x" })
    expectTypeOf(settings).toEqualTypeOf<{
      PORT: number
      LEVEL: "debug" | "info"
      CACHE?: "on" | "off"
      URL: string
    }>()
  })

  it("reports all that is wrong at once, with the choices", () => {
    const environment = { PORT: "x", LEVEL: "loud", CACHE: "perhaps" }
    expect(() => config(schema, { environment })).toThrowErrorMatchingInlineSnapshot(`
      [Fault: Environment variables are missing or invalid:

         variable  problem                     expected
         PORT      must be a number            a whole number, at least 0
         LEVEL     must be one of debug, info  one of debug, info
         CACHE     must be one of on, off      one of on, off
         URL       is not set                  a text

         Values are not shown, because they may be secrets.]
    `)
  })

  it("gives defaults also under inspection, where nothing is rejected", () => {
    const globals = globalThis as { [configNotesKey]?: ConfigNote[]; [inspectionKey]?: unknown }
    globals[inspectionKey] = () => undefined
    try {
      expect(config(schema, { environment: { CACHE: "on" } })).toEqual({
        PORT: 3000,
        LEVEL: "info",
        CACHE: "on",
      })
    } finally {
      delete globals[inspectionKey]
      delete globals[configNotesKey]
    }
  })
})
