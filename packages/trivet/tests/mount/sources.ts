import { once } from "node:events"
import { finished } from "node:stream/promises"
import type { MountedHandler } from "trivet/extend"
import { fromNode } from "trivet/node"

/** What a test decides about a handler, and what the handler reports of itself. */
export class Fate {
  /** Bytes of the reply that were made. */
  made = 0
  /** Bytes of the request's body that were read. */
  read = 0
  /** The names of what happened, in order. */
  readonly events: string[] = []
  readonly #gate = Promise.withResolvers<void>()

  /** Lets a handler go on that waits at its gate. */
  open(): void {
    this.#gate.resolve()
  }
  get opened(): Promise<void> {
    return this.#gate.promise
  }
}

const piece: Uint8Array = new Uint8Array(64 * 1024).fill(97)

/**
 * The same handler as a fetch handler and as a Node listener. What it does depends on the end of the path: `two` writes
 * a piece before its gate and one behind it, `endless` writes for ever, `breaks` fails in the middle, `count` reads the
 * body behind its gate, `first` reads one piece of it, `waits` never replies.
 */
export function createSources(fate: Fate): Readonly<Record<string, MountedHandler>> {
  return { "a fetch handler": fetchSource(fate), "a Node listener": nodeSource(fate) }
}

function fetchSource(fate: Fate): MountedHandler {
  return async (request) => {
    fate.events.push("called")
    request.signal.addEventListener("abort", () => fate.events.push("aborted"))
    const name = new URL(request.url).pathname.split("/").at(-1)
    if (name === "waits") return new Promise(() => undefined)
    if (name === "count" || name === "first") return new Response(await readWeb(request, name, fate))
    return new Response(
      new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            if (name === "endless") fate.made += piece.length
            if (name === "endless") return controller.enqueue(piece)
            if (fate.made === 0) {
              fate.made++
              return controller.enqueue(Buffer.from("first"))
            }
            await fate.opened
            if (name === "breaks") throw new Error("the source broke")
            controller.enqueue(Buffer.from(" second"))
            controller.close()
          },
          cancel: () => void fate.events.push("cancelled"),
        },
        { highWaterMark: 0 },
      ),
    )
  }
}

async function readWeb(request: Request, name: string, fate: Fate): Promise<string> {
  if (name === "count") await fate.opened
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    fate.read += step.value.length
    if (name === "first") return "one piece"
  }
  return String(fate.read)
}

function nodeSource(fate: Fate): MountedHandler {
  return fromNode(async (req, res) => {
    fate.events.push("called")
    req.on("close", () => fate.events.push("request closed"))
    res.on("close", () => fate.events.push(res.writableFinished ? "finished" : "aborted"))
    const name = req.url!.split("/").at(-1)
    if (name === "waits") return
    if (name === "count" || name === "first") {
      if (name === "count") await fate.opened
      req.on("data", (chunk: Buffer) => {
        fate.read += chunk.length
        if (name === "first") {
          req.removeAllListeners("data").pause()
          res.end("one piece")
        }
      })
      if (name === "count") req.on("end", () => res.end(String(fate.read)))
      return
    }
    if (name !== "endless") {
      res.write("first")
      await fate.opened
      if (name === "breaks") res.destroy(new Error("the source broke"))
      else res.end(" second")
      return
    }
    const gone = finished(res).catch(() => undefined)
    while (!res.destroyed) {
      fate.made += piece.length
      if (!res.write(piece)) await Promise.race([once(res, "drain"), gone])
    }
    fate.events.push("cancelled")
  })
}
