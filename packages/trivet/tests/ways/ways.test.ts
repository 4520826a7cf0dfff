import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { drawnFiles, walkedFiles } from "./drawn-files.ts"

describe("the ways that ARCHITECTURE.md draws", () => {
  it.each(["request", "socket"])(
    "%s: every file in which code runs, and no other",
    async (way) => {
      const drawn = drawnFiles(way)
      expect(drawn.length).toBeGreaterThan(10)
      expect(drawn).toEqual(await walkedFiles(join(import.meta.dirname, `${way}.ts`), "trivet"))
    },
    60_000,
  )
})
