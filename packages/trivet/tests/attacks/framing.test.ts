import { randomBytes } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { programOf } from "../conformance/runtimes.ts"
import { AttackedProcess } from "./attacked-process.ts"
import { head } from "./framing/framing-case.ts"
import { framingCases } from "./framing/framing-cases.ts"
import { harmOf, play } from "./framing/play.ts"
import type { RawReply } from "./raw-reply.ts"
import type { RawSocket } from "./raw-socket.ts"

/** A chunk that claims to be longer than four bytes can count; one byte of it comes. */
const silent = `${head("POST /framed", "Transfer-Encoding: chunked")}100000001\r\na`

interface Started {
  readonly attacked: AttackedProcess
  readonly silence: RawSocket
}

const runtimes = ["26", "24"] as const
const started = new Map<string, Started>()

// Both at once, so that the half minute that a silent client has passes while the others are heard.
beforeAll(async () => {
  for (const version of runtimes) {
    const attacked = await AttackedProcess.start(programOf("use-node", "node", version))
    const silence = await attacked.open()
    silence.write(silent)
    started.set(version, { attacked, silence })
  }
})
afterAll(() => Promise.all([...started.values()].map(({ attacked }) => attacked.stop())))

const wordsOf = (reply: RawReply | undefined) => reply?.text.replace(/^date: .*\r\n/im, "")

describe.each(runtimes)("on Node %s", (version) => {
  const attacked = () => started.get(version)!.attacked

  describe("attacks 1 to 20: what is no proper request", () => {
    it.each(framingCases)("$line: $name", async (one) => {
      const played = await play(attacked(), one)
      expect(harmOf(one, played)).toEqual([])
      await attacked().unharmed(played.text)
      await attacked().untouched()
    })

    it("is closed though its client keeps its own side open", async () => {
      const closing = framingCases.filter(({ closes }) => closes)
      const sockets = await Promise.all(
        closing.map(async ({ send }) => {
          const socket = await attacked().open(true)
          for (const part of [send].flat()) socket.write(part)
          return socket
        }),
      )
      for (const [at, socket] of sockets.entries()) {
        const received = await attacked().received(socket.port, 5_000)
        expect(received, closing[at]!.name).toBeDefined()
        expect(received).toBeLessThan(1024 * 1024 + 3 * 64 * 1024)
        socket.end()
      }
    })

    it("costs next to nothing, however much of it comes", async () => {
      const before = await attacked().ask("cpu")
      for (let round = 0; round < 20; round++) {
        const socket = await attacked().open()
        socket.write(round % 2 === 0 ? randomBytes(1_000_000) : Buffer.alloc(1_000_000))
        expect(await socket.closes()).toBe(true)
        socket.end()
      }
      await attacked().unharmed("")
      expect((await attacked().ask("cpu")) - before).toBeLessThan(2_000)
    })
  })

  describe("attack 18: 100 pipelined calls and a half-close", () => {
    it.each(["/query", "/later"])("are answered in order: %s", async (path) => {
      const socket = await attacked().open()
      const calls = Array.from({ length: 100 }, (_, at) => head(`GET ${path}?at=${at}`))
      socket.write(calls.join(""))
      socket.halfClose()
      for (let at = 0; at < 100; at++) {
        const reply = await socket.reply()
        expect(reply?.status).toBe(200)
        expect(reply?.body).toContain(`"at":"${at}"`)
      }
      expect(await socket.closes()).toBe(true)
      expect(socket.received).toBe("")
      await attacked().unharmed("")
    })

    it("are not all taken in while the first is being answered", async () => {
      const socket = await attacked().open()
      const calls = head("GET /later?at=x").repeat(5_000)
      for (let round = 0; round < 20; round++) socket.write(calls)
      for (let at = 0; at < 20; at++) expect((await socket.reply())?.status).toBe(200)
      const port = socket.port
      socket.end()
      // What was read before the rest was left where it is: some buffers full, not four million bytes.
      expect(await attacked().received(port, 5_000)).toBeLessThan(1_000_000)
      await attacked().unharmed("")
    })
  })

  describe("attack 19: a request cut into packets", () => {
    const requests = {
      "a call without a body": head("GET /query?a=1", "X-Some: thing"),
      "a call with a body": `${head("POST /framed", "Content-Length: 9")}{"a":"b"}`,
      "a call with a body in chunks": `${head("POST /framed", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`,
    }
    it.each(Object.entries(requests))(
      "is answered like one that is whole, cut anywhere: %s",
      async (_, text) => {
        const whole = await attacked().open()
        whole.write(text)
        const expected = wordsOf(await whole.reply())
        expect(expected).toContain("HTTP/1.1 200 OK")
        for (let at = 1; at < text.length; at++) {
          whole.write(text.slice(0, at))
          await new Promise((go) => setTimeout(go, 2))
          whole.write(text.slice(at))
          expect(wordsOf(await whole.reply()), `cut at ${at}`).toBe(expected)
        }
        for (const byte of text) {
          whole.write(byte)
          await new Promise((go) => setTimeout(go, 2))
        }
        expect(wordsOf(await whole.reply())).toBe(expected)
        whole.end()
        await attacked().unharmed("")
      },
    )
  })

  describe("attack 20: header names of a prototype", () => {
    it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
      "are read like others: %s",
      async (name) => {
        const reply = await attacked().attack(head("GET /framed", `${name}: 1`, `${name}: 2`))
        expect(JSON.parse(reply!.body)).toEqual({ names: [[name.toLowerCase(), "1, 2"]] })
        await attacked().untouched()
      },
    )
  })

  describe("a call that waits for leave to send its body", () => {
    it("gets it when the body is asked for", async () => {
      const socket = await attacked().open()
      for (let round = 0; round < 2; round++) {
        socket.write(head("POST /framed", "Expect: 100-continue", "Content-Length: 3"))
        expect((await socket.reply())?.status).toBe(100)
        socket.write("abc")
        expect((await socket.reply())?.body).toBe('{"length":3}')
      }
      socket.end()
    })
  })

  describe("attack 17: calls behind one that asks for another protocol", () => {
    const asks = ["Connection: Upgrade", "Upgrade: x"]

    it("get no reply, and none takes their place, also while that one is being answered", async () => {
      const socket = await attacked().open()
      const before = await attacked().ask("counts")
      socket.write(head("GET /later?at=0") + head("GET /later?at=1", ...asks) + head("GET /hidden"))
      await new Promise((go) => setTimeout(go, 1))
      socket.write(head("GET /hidden"))
      expect((await socket.reply())?.body).toBe('{"at":"0"}')
      const last = await socket.reply()
      expect(last?.body).toBe('{"at":"1"}')
      expect(last?.lines).toContain("Connection: close")
      expect(await socket.closes()).toBe(true)
      expect(socket.received).toBe("")
      expect((await attacked().ask("counts")).hidden).toBe(before.hidden)
      socket.end()
    })
  })

  describe("what is no HTTP behind calls that are", () => {
    it("does not cost them their replies", async () => {
      const socket = await attacked().open()
      socket.write(`${head("GET /later?at=0")}${head("GET /later?at=1")}\x16\x03\x01\r\n\r\n`)
      for (const at of [0, 1]) expect((await socket.reply())?.body).toBe(`{"at":"${at}"}`)
      expect((await socket.reply())?.status).toBe(400)
      expect(await socket.closes()).toBe(true)
      expect(socket.received).toBe("")
      socket.end()
      await attacked().unharmed("")
    })
  })
})

describe.each(runtimes)("on Node %s, at the end", (version) => {
  it("attack 9: a chunk of 2^32 + 1 bytes of which one comes is never taken for one byte", async () => {
    const { attacked, silence } = started.get(version)!
    const reply = await silence.reply("POST", 45_000)
    expect([408, 413]).toContain(reply?.status)
    expect(await silence.closes()).toBe(true)
    expect(silence.received).toBe("")
    silence.end()
    await attacked.unharmed(reply!.text)
  })
})
