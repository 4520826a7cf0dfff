import { get as ask } from "node:http"
import { describe, expect, it } from "vitest"
import { startProgram } from "../conformance/start-program.ts"

// TRIVET_LONG=1 reads 100 MB.
const megabytes = process.env["TRIVET_LONG"] === "1" ? 100 : 60

describe(`a download of ${megabytes} MB`, () => {
  it.each(["iterable", "response"])(
    "needs no more memory than a small one, however slow its reader: %s",
    async (kind) => {
      const program = await startProgram("download", {}, "--expose-gc")
      const url = `http://127.0.0.1:${program.told.port}`
      try {
        await read(`${url}/${kind}/30`, 0)
        const before = await peak(url)
        expect(await read(`${url}/${kind}/${megabytes}`, 0)).toBe(megabytes * 1024 * 1024)
        const fast = (await peak(url)) - before
        expect(await read(`${url}/${kind}/${megabytes}`, 5)).toBe(megabytes * 1024 * 1024)
        const slow = (await peak(url)) - before
        expect(Math.max(fast, slow) / 1024 / 1024).toBeLessThan(30)
      } finally {
        program.signal("SIGKILL")
      }
    },
  )
})

/** The most memory that the process had since it was last asked. */
async function peak(url: string): Promise<number> {
  return ((await (await fetch(`${url}/memory`)).json()) as { peak: number }).peak
}

/** Reads a whole reply; a slow reader rests at each megabyte. */
function read(url: string, rest: number): Promise<number> {
  return new Promise((give, refuse) => {
    ask(url, { agent: false }, (reply) => {
      let length = 0
      let next = 0
      reply.on("data", (chunk: Buffer) => {
        length += chunk.length
        if (rest === 0 || length < next) return
        next = length + 1024 * 1024
        reply.pause()
        setTimeout(() => reply.resume(), rest)
      })
      reply.on("end", () => give(length))
      reply.on("error", refuse)
    }).on("error", refuse)
  })
}
