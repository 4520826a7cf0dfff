import { rmSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { completeAt, placesIn } from "./completions.ts"
import { LanguageServer } from "./language-server.ts"
import { shapes } from "./shapes.ts"
import { writeProject } from "./write-project.ts"

const routeCount = 100

describe.each(shapes.filter(({ typed }) => typed !== undefined))("$name", (shape) => {
  it("offers exactly the names that a caller needs", async () => {
    const files = shape.files(routeCount)
    const folder = writeProject(`test-completion-${shape.id}`, files, shape)
    const server = await LanguageServer.start(folder)
    try {
      for (const place of placesIn(files, 2))
        for (const typed of shape.typed!) {
          const { names } = await completeAt(server, place, typed)
          expect(names.toSorted()).toEqual(typed.names.toSorted())
        }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true })
    }
  }, 120_000)
})

describe("a language server that ends by itself", () => {
  it("fails what waits for it", async () => {
    const files = shapes[0]!.files(0)
    const folder = writeProject("test-completion-end", files, shapes[0]!)
    const server = await LanguageServer.start(folder)
    try {
      const opened = server.open("main.ts", files.get("main.ts")!)
      process.kill(server.pid, "SIGKILL")
      // The edit meets a pipe whose reader is gone before the exit is heard.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
      server.insert("main.ts", { line: 0, character: 0 }, " ")
      await expect(opened).rejects.toThrow("the language server ended with null")
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
