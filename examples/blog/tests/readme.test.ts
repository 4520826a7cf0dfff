import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"
import { createTestDatabase } from "@trivet/postgres/testing"
import { startBlog, testSecret } from "./testing/start-blog.ts"

describe("the README's tour", () => {
  it("runs, and prints what it says", async () => {
    const page = await readFile(join(import.meta.dirname, "../README.md"), "utf8")
    const tour = /## A tour[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)![1]!
    const database = await createTestDatabase()
    const blog = await startBlog({ DATABASE_URL: database.url, JWT_SECRET: testSecret })
    try {
      const script = tour.replace("http://localhost:3000", blog.url)
      const { stdout } = await promisify(execFile)("bash", ["-euc", script], {
        env: { ...process.env, PATH: `${join(process.execPath, "..")}:${process.env["PATH"]}` },
      })
      const promised = [...tour.matchAll(/# → (.*)$/gm)].map(([, text]) => text!)
      expect(promised.length).toBeGreaterThan(8)
      let from = 0
      for (const text of promised) {
        const at = stdout.indexOf(text, from)
        expect(at, `${text} in ${stdout.slice(from)}`).toBeGreaterThanOrEqual(0)
        from = at + text.length
      }
    } finally {
      await blog.stop()
      await database.drop()
    }
  })
})
