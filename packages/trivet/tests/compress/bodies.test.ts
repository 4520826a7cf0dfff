import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { programOf } from "../conformance/runtimes.ts"
import { ask, decoded, decoders, open } from "./ask.ts"
import { bodies } from "./bodies-app.ts"

const condition = "--conditions=@trivet/source"
const runtimes = [
  { name: "node 26", command: () => [programOf("use-node", "node", "26"), condition] },
  { name: "node 24", command: () => [programOf("use-node", "node", "24"), condition] },
  { name: "bun", command: () => [programOf("use-bun", "bun"), condition] },
  { name: "deno", command: () => [programOf("use-deno", "deno"), "run", "--allow-all", condition] },
]
const streams = { zstd: createZstdDecompress, br: createBrotliDecompress, gzip: createGunzip }
const names = Object.keys(streams) as (keyof typeof streams)[]
const paths = [...Object.keys(bodies).map((name) => `/${name}`), "/files/long.txt"]

describe.each(runtimes)("compressed replies on $name", ({ name: runtime, command }) => {
  let child: ChildProcess
  let port: number
  beforeAll(async () => {
    const [file, ...args] = command() as [string]
    child = spawn(file, [...args, join(import.meta.dirname, "programs/bodies.ts")], {
      stdio: ["ignore", "pipe", "inherit"],
    })
    const [line] = (await once(createInterface(child.stdout!), "line")) as [string]
    port = (JSON.parse(line) as { port: number }).port
  })
  afterAll(() => void child?.kill("SIGKILL"))

  describe.each(names)("in %s", (encoding) => {
    const headers = { "accept-encoding": encoding }

    it.each(paths)("are the plain ones, when they are decoded: %s", async (path) => {
      const [reply, plain] = [await ask(port, path, headers), await ask(port, path, {})]
      expect([reply.status, reply.headers["content-encoding"]]).toEqual([plain.status, encoding])
      expect(decoded(reply).equals(plain.bytes)).toBe(true)
      expect(reply.headers["vary"]).toMatch(/Accept-Encoding/)
      expect(plain.headers["vary"]).toMatch(/Accept-Encoding/)
      expect(reply.headers["content-type"]).toBe(plain.headers["content-type"])
      if (plain.bytes.length > 0) expect(reply.bytes.length).toBeLessThan(plain.bytes.length)
    })

    it("arrive piece by piece", async () => {
      const reply = await open(port, "/ticks", headers)
      expect(reply.headers["content-encoding"]).toBe(encoding)
      let text = ""
      const decoder = reply
        .pipe(streams[encoding]())
        .on("data", (bytes: Buffer) => (text += bytes.toString()))
      const ended = once(decoder, "end")
      for (let at = 0; at < 3; at++) {
        await expect.poll(() => text, { interval: 5 }).toContain(`piece ${at};`)
        expect(text).not.toContain(`piece ${at + 1};`)
        await ask(port, "/tick", {}, "POST")
      }
      await ended
      expect(text).toBe("piece 0;piece 1;piece 2;")
    })
  })

  it("are decoded by fetch", async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/object`)
    expect(await reply.json()).toEqual(JSON.parse(decoded(await ask(port, "/object", {})).toString()))
  })

  it.each(["/events", "/files/ten.txt"])("are not made of %s", async (path) => {
    const reply = await ask(port, path, { "accept-encoding": "gzip, br, zstd" })
    expect(reply.headers["content-encoding"]).toBeUndefined()
  })

  it.each(paths)("are not made of %s for a call with a cookie", async (path) => {
    const reply = await ask(port, path, { "accept-encoding": "gzip, br, zstd", cookie: "session=1" })
    const plain = await ask(port, path, {})
    expect(reply.headers["content-encoding"]).toBeUndefined()
    expect(reply.bytes.equals(plain.bytes)).toBe(true)
  })

  it("have the same headers for HEAD, without a length", async () => {
    for (const path of ["/object", "/text", "/response", "/files/long.txt"]) {
      const [got, head] = [
        await ask(port, path, { "accept-encoding": "gzip" }),
        await ask(port, path, { "accept-encoding": "gzip" }, "HEAD"),
      ]
      const {
        date: _,
        connection: __,
        "content-length": ___,
        "transfer-encoding": ____,
        ...said
      } = head.headers
      expect(got.headers).toMatchObject(said)
      expect(head.headers["content-encoding"]).toBe("gzip")
      expect(head.bytes.length).toBe(0)
    }
  })

  // Elsewhere the encoders are the same, and so is what calls them.
  it.runIf(runtime === "node 26")("are the plain ones for 200 random bodies in each encoding", async () => {
    let compressed = 0
    for (let seed = 1; seed <= 200; seed++) {
      const plain = await ask(port, `/random/${seed}`, {})
      for (const encoding of Object.keys(decoders)) {
        const reply = await ask(port, `/random/${seed}`, { "accept-encoding": encoding })
        expect(decoded(reply).equals(plain.bytes), `${seed} in ${encoding}`).toBe(true)
        if (reply.headers["content-encoding"] === encoding) compressed++
      }
    }
    expect(compressed).toBeGreaterThan(570)
  })
})
