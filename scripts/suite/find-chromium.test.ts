import { delimiter, join } from "node:path"
import { describe, expect, it } from "vitest"
import { tree } from "../reading/tree.ts"
import { findChromium } from "./find-chromium.ts"

describe("findChromium", () => {
  it("prefers TRIVET_CHROMIUM", () => {
    expect(findChromium({ TRIVET_CHROMIUM: "/opt/chrome", PATH: "" })).toBe("/opt/chrome")
  })

  it("looks for the usual names on the PATH, Chromium before Chrome", () => {
    const folder = tree({ "a/google-chrome": "", "b/chromium-browser": "" })
    const PATH = [join(folder, "none"), join(folder, "a"), join(folder, "b")].join(delimiter)
    expect(findChromium({ PATH })).toBe(join(folder, "b/chromium-browser"))
    expect(findChromium({ PATH: join(folder, "a"), TRIVET_CHROMIUM: "" })).toBe(
      join(folder, "a/google-chrome"),
    )
  })

  it("says what to do if there is none", () => {
    expect(() => findChromium({ PATH: "" })).toThrow(/install one, or set TRIVET_CHROMIUM/)
  })
})
