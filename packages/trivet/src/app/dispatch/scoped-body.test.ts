import { AsyncLocalStorage } from "node:async_hooks"
import { describe, expect, it } from "vitest"
import { dropBody, piecesOf } from "../../context/reply/pieces.ts"
import { Endless } from "../../context/reply/endless.ts"
import { freePiece } from "../../context/reply/free-piece.ts"
import { isStreamed, type StreamedBody } from "../../context/reply/is-streamed.ts"
import { scopedBody } from "./scoped-body.ts"

function createScope() {
  const storage = new AsyncLocalStorage<true>()
  const enter = <Result>(work: () => Result): Result => storage.run(true, work)
  return { enter, isInside: () => storage.getStore() === true }
}

async function read(body: AsyncIterable<string | Uint8Array>): Promise<string> {
  let text = ""
  for await (const piece of body) text += typeof piece === "string" ? piece : new TextDecoder().decode(piece)
  return text
}

describe("scopedBody()", () => {
  it("reads each piece of a generator inside, and ends it inside", async () => {
    const { enter, isInside } = createScope()
    const seen: boolean[] = []
    const source = (async function* () {
      try {
        for (const piece of ["a", "b", "c"]) {
          seen.push(isInside())
          yield piece
        }
      } finally {
        seen.push(isInside())
      }
    })()
    const body = scopedBody(source, enter)
    expect(isStreamed(body)).toBe(true)
    for await (const piece of body) if (piece === "b") break
    expect(seen).toEqual([true, true, true])
    expect(isInside()).toBe(false)
  })

  it("pulls and cancels a stream inside, also while a piece is being waited for", async () => {
    const { enter, isInside } = createScope()
    const seen: string[] = []
    const note = (what: string) => seen.push(`${what} ${isInside() ? "inside" : "outside"}`)
    // As a handler makes it. What one made elsewhere does by itself stays where that was.
    const stream = enter(
      () =>
        new ReadableStream<Uint8Array>(
          {
            pull: (controller) => {
              note("pull")
              if (seen.length === 1) return controller.enqueue(new TextEncoder().encode("first"))
              return new Promise(() => undefined)
            },
            cancel: () => void note("cancel"),
          },
          { highWaterMark: 0 },
        ),
    )
    // It has started by then, so that the reads alone make it pull.
    await new Promise(setImmediate)
    const pieces = piecesOf(scopedBody(stream, enter))
    await pieces.next()
    await new Promise(setImmediate)
    const pending = pieces.next()
    pieces.cancel()
    expect((await pending).done).toBe(true)
    expect(seen).toEqual(["pull inside", "pull inside", "cancel inside"])
  })

  it("reads a stream to its end", async () => {
    const { enter } = createScope()
    expect(await read(scopedBody(new Response("whole").body as StreamedBody, enter))).toBe("whole")
  })

  it("keeps what engines look for: that it is endless, and that pieces are given back", async () => {
    const { enter } = createScope()
    const endless = scopedBody(new Endless((async function* () {})()), enter)
    expect(endless).toBeInstanceOf(Endless)
    const freed: unknown[] = []
    const reused = {
      [freePiece]: (piece: Uint8Array) => void freed.push(piece),
      async *[Symbol.asyncIterator]() {
        yield new Uint8Array([1])
      },
    }
    const pieces = piecesOf(scopedBody(reused, enter))
    const { value } = (await pieces.next()) as { value: Uint8Array }
    pieces.free!(value)
    expect(freed).toEqual([value])
    expect(piecesOf(scopedBody((async function* () {})(), enter)).free).toBeUndefined()
  })

  it("leaves a stream that is already being read to its reader", async () => {
    const { enter } = createScope()
    const stream = new Response("whole").body as ReadableStream<Uint8Array>
    const reader = stream.getReader()
    const body = scopedBody(stream, enter)
    expect(() => piecesOf(body)).toThrow(TypeError)
    expect(() => dropBody(body)).not.toThrow()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("whole")
  })
})
