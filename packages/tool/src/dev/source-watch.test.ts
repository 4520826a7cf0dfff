import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { SourceWatch } from "./source-watch.ts"

const folder = mkdtempSync(join(tmpdir(), "trivet-watch-"))
const [deep, file] = [join(folder, "a/b"), join(folder, "a/b/c.ts")]
let watch: SourceWatch | undefined

afterEach(() => {
  watch?.close()
  rmSync(folder, { recursive: true })
})

function writeDeep(): void {
  mkdirSync(deep, { recursive: true })
  writeFileSync(file, "1")
}

describe("SourceWatch", () => {
  it("hears of a folder that went and came again", async () => {
    writeDeep()
    watch = new SourceWatch(folder, [])
    const changes: (() => void)[] = [
      () => appendFileSync(file, "2"),
      () => rmSync(join(folder, "a"), { recursive: true }),
      writeDeep,
      () => appendFileSync(file, "2"),
      () => {
        rmSync(join(folder, "a"), { recursive: true })
        writeDeep()
      },
      () => appendFileSync(file, "2"),
    ]
    for (const change of changes) {
      const next = watch.next(AbortSignal.timeout(10_000))
      // Its own first look is over: only an event can tell of what comes now.
      await sleep(200)
      change()
      expect(await next).toEqual([file])
      watch.settle()
    }
  })
})
