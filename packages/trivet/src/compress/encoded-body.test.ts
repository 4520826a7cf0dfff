import type { Transform } from "node:stream"
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from "node:zlib"
import { describe, expect, it } from "vitest"
import { piecesOf } from "../context/reply/pieces.ts"
import { freePiece } from "../context/reply/free-piece.ts"
import { EncodedBody } from "./encoded-body.ts"
import { encodings } from "./encodings.ts"

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
}
const streams = { br: createBrotliDecompress, gzip: createGunzip, zstd: createZstdDecompress }

/** Never resolves. */
const never = new Promise<never>(() => undefined)

describe.each(encodings)("EncodedBody with $name", (encoding) => {
  const decode = decoders[encoding.name]!

  async function read(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
    const pieces: Uint8Array[] = []
    for await (const piece of body) pieces.push(piece)
    return pieces
  }

  it("gives the whole body, texts and bytes alike", async () => {
    const source = (async function* () {
      yield "ä"
      yield ""
      yield new TextEncoder().encode("ö".repeat(100_000))
      await new Promise((go) => setTimeout(go, 5))
      yield "ü"
    })()
    const pieces = await read(new EncodedBody(source, encoding))
    expect(decode(Buffer.concat(pieces)).toString()).toBe(`ä${"ö".repeat(100_000)}ü`)
  })

  it("gives a body without bytes", async () => {
    const pieces = await read(new EncodedBody((async function* () {})(), encoding))
    expect(decode(Buffer.concat(pieces)).length).toBe(0)
  })

  it("compresses together what the source has ready", async () => {
    const source = (async function* () {
      for (let at = 0; at < 1000; at++) yield `line ${at}\n`
    })()
    expect(await read(new EncodedBody(source, encoding))).toHaveLength(1)
  })

  it("gives each piece before the source has made the next", async () => {
    let go: () => void = () => undefined
    const source = (async function* () {
      for (let at = 0; at < 3; at++) {
        yield `piece ${at};`
        await new Promise<void>((next) => (go = next))
      }
    })()
    const decoder = streams[encoding.name as keyof typeof streams]()
    let text = ""
    decoder.on("data", (bytes: Buffer) => (text += bytes.toString()))
    const pieces = piecesOf(new EncodedBody(source, encoding))
    for (let at = 0; at < 3; at++) {
      decoder.write((await pieces.next()).value)
      await expect.poll(() => text).toContain(`piece ${at};`)
      go()
    }
    decoder.write((await pieces.next()).value)
    expect((await pieces.next()).done).toBe(true)
  })

  it("asks for no more than a batch and one piece before that is wanted", async () => {
    let made = 0
    const source = (async function* () {
      for (; made < 1000; made++) yield new Uint8Array(16 * 1024)
    })()
    const pieces = piecesOf(new EncodedBody(source, encoding))
    await pieces.next()
    await new Promise((go) => setTimeout(go, 20))
    expect(made).toBeLessThanOrEqual(5)
    pieces.cancel()
  })

  it("cancels a stream while it is waited for, and ends", async () => {
    let cancelled = false
    const source = new ReadableStream<Uint8Array>({
      pull: () => never,
      cancel: () => void (cancelled = true),
    })
    const pieces = piecesOf(new EncodedBody(source, encoding))
    const waiting = pieces.next()
    pieces.cancel()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect(cancelled).toBe(true)
    expect((await pieces.next()).done).toBe(true)
  })

  it("ends while it is compressing, and lets go of its source", async () => {
    let finished = false
    const source = (async function* () {
      try {
        for (;;) yield new Uint8Array(64 * 1024)
      } finally {
        finished = true
      }
    })()
    const pieces = piecesOf(new EncodedBody(source, encoding))
    await pieces.next()
    const waiting = pieces.next()
    await new Promise((go) => setImmediate(go))
    pieces.cancel()
    await waiting
    await expect.poll(() => finished).toBe(true)
  })

  it.each(["before its source has given anything", "after a piece"])(
    "lets go of its encoder when it is cancelled %s",
    async (when) => {
      const encoders: Transform[] = []
      const watched = {
        ...encoding,
        createEncoder: () => {
          const encoder = encoding.createEncoder()
          encoders.push(encoder)
          return encoder
        },
      }
      const source = (async function* () {
        if (when === "after a piece") yield "a"
        await never
      })()
      const pieces = piecesOf(new EncodedBody(source, watched))
      if (when === "after a piece") await pieces.next()
      const waiting = pieces.next()
      pieces.cancel()
      expect(encoders.map(({ destroyed }) => destroyed)).toEqual(when === "after a piece" ? [true] : [])
      void waiting
    },
  )

  it("fails as its source fails", async () => {
    const source = (async function* () {
      yield "a"
      await Promise.resolve()
      throw new Error("broken")
    })()
    await expect(read(new EncodedBody(source, encoding))).rejects.toThrow("broken")
  })

  it("gives back pieces that can be filled again", async () => {
    const freed: number[] = []
    const source = {
      async *[Symbol.asyncIterator]() {
        for (let at = 1; at <= 3; at++) {
          yield new Uint8Array(40_000).fill(at)
          await new Promise((go) => setTimeout(go, 1))
        }
      },
      [freePiece]: (piece: Uint8Array) => void freed.push(piece[0]!),
    }
    await read(new EncodedBody(source, encoding))
    expect(freed).toEqual([1, 2, 3])
  })

  it("does not take a stream that somebody else reads", () => {
    const stream = new ReadableStream<Uint8Array>()
    stream.getReader()
    expect(() => piecesOf(new EncodedBody(stream, encoding))).toThrow(/locked/)
  })
})

describe("encodings", () => {
  it("are zstd, br and gzip, in this order", () => {
    expect(encodings.map(({ name }) => name)).toEqual(["zstd", "br", "gzip"])
  })

  it.each(encodings)("$name gives a body at once and later", async ({ name, encode, encodeLater }) => {
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 2000 }, (_, at) => ({ id: at }))))
    expect(decoders[name]!(encode(bytes))).toEqual(bytes)
    expect(decoders[name]!(await encodeLater(bytes))).toEqual(bytes)
  })
})
