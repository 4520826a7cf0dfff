import { describe, expect, it } from "vitest"
import { coloursOfHue, contrast, palette } from "./colours.ts"

describe("contrast", () => {
  it("is 21 for black on white, and 1 for a colour on itself", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21)
    expect(contrast("#2563eb", "#2563eb")).toBe(1)
  })
})

describe("the colours of a drawing", () => {
  it("can be read on their page, light and dark", () => {
    const { page, box, ...texts } = palette
    for (const scheme of ["light", "dark"] as const)
      for (const [name, colours] of Object.entries(texts))
        for (const behind of [page, box])
          expect(contrast(colours[scheme], behind[scheme]), `${name}, ${scheme}`).toBeGreaterThan(4.5)
  })

  it("can be read for every hue", () => {
    for (let hue = 0; hue < 360; hue++) {
      const { light, dark } = coloursOfHue(hue)
      expect([light, dark].join()).toMatch(/^#[\da-f]{6},#[\da-f]{6}$/)
      expect(contrast(light, palette.page.light), `light ${hue}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark, palette.page.dark), `dark ${hue}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})
