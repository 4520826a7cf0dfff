import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createApp } from "../engine/create-app.ts"
import type { Context } from "../context/context.ts"
import type { Next } from "../context/middleware.ts"
import { Reply } from "../context/reply/reply.ts"
import { serve, type Served } from "../node.ts"
import { group } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import { createTestLog } from "../testing/test-log.ts"
import { api } from "../platform/api/api.ts"
import { staticFiles } from "./static-files.ts"

const content = randomBytes(8 * 1024 * 1024)
let folder: string
let served: Served

/** Sends something else than what the route made, which then nobody reads. */
const other = {
  handle(ctx: Context, next: Next) {
    ctx.onReply(() => Reply.body(200, "text/plain", "other"))
    return next()
  },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "trivet-served-"))
  writeFileSync(join(folder, "big.bin"), content)
  writeFileSync(join(folder, "small.txt"), "small")
  class Assets {
    routes() {
      return [staticFiles("/assets", folder), group("/other", [other], [staticFiles("", folder)])]
    }
  }
  const { log } = createTestLog()
  const app = await createApp(module({ name: "test", declarations: [Assets] }), { platform: api(), log })
  served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
})
afterAll(async () => {
  await served.stop()
  rmSync(folder, { recursive: true })
})

/** How many files of the folder this process has open. */
function open(): number {
  return readdirSync("/proc/self/fd").filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`).startsWith(folder)
    } catch {
      return false
    }
  }).length
}

async function allClosed(): Promise<number> {
  for (let tries = 0; tries < 200 && open() > 0; tries++) await sleep(20)
  return open()
}

/** Asks for a file, and goes away: at once, or when something of it has come. */
function goAway(path: string, reads: boolean): Promise<void> {
  return new Promise((gone) => {
    const socket = connect(served.port, "127.0.0.1", () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      if (!reads) socket.destroy()
    })
    socket.once("data", () => socket.destroy())
    socket.on("error", () => undefined)
    socket.on("close", () => gone())
  })
}

/** The hash of what is received, taken slowly. */
function slowHash(headers: Record<string, string>): Promise<string> {
  return new Promise((give, refuse) => {
    const call = request(
      { port: served.port, host: "127.0.0.1", path: "/assets/big.bin", headers },
      (reply) => {
        const hash = createHash("sha256")
        let pieces = 0
        reply.on("data", (piece: Buffer) => {
          hash.update(piece)
          if (++pieces % 16 !== 0) return
          reply.pause()
          setTimeout(() => reply.resume(), 5)
        })
        reply.on("end", () => give(hash.digest("hex")))
        reply.on("error", refuse)
      },
    )
    call.on("error", refuse)
    call.end()
  })
}

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

describe("files over sockets", () => {
  it("send every byte in its place to clients that read slowly, many at once", async () => {
    const parts = [0, 1, 70_000, 65_536, 1_000_003, 8_000_000]
    const received = await Promise.all(parts.map((start) => slowHash({ range: `bytes=${start}-` })))
    expect(received).toEqual(parts.map((start) => hashOf(content.subarray(start))))
    expect(await allClosed()).toBe(0)
  })

  it.each([
    ["at once, from a long file", "/assets/big.bin", false],
    ["in the middle of a long file", "/assets/big.bin", true],
    ["at once, from a short file", "/assets/small.txt", false],
  ])("leave no descriptor open when 200 clients go away %s", async (_, path, reads) => {
    for (let sent = 0; sent < 200; sent += 25)
      await Promise.all(Array.from({ length: 25 }, () => goAway(path, reads)))
    expect(await allClosed()).toBe(0)
  })

  it.each(["HEAD", "GET"])("leave no descriptor open when nobody reads the body: %s", async (method) => {
    for (const path of ["/assets/big.bin", "/other/big.bin", "/assets/none", "/assets/"]) {
      const reply = await fetch(`${served.url}${path}`, { method, headers: { range: "bytes=99999999-" } })
      await reply.arrayBuffer()
    }
    expect(await (await fetch(`${served.url}/other/big.bin`)).text()).toBe("other")
    expect(await allClosed()).toBe(0)
  })
})
