import type { AttackedProcess } from "./attacked-process.ts"
import type { RawReply } from "./raw-reply.ts"
import type { RawSocket } from "./raw-socket.ts"

/** How a body is sent: with its length declared, in chunks, as one chunk, or in chunks of one byte. */
export interface Way {
  readonly framing: "length" | "chunked" | "chunk" | "bytes"
  /** How many bytes the body has, or claims to have. */
  readonly length: number
  /** How many are really sent: all unless given. */
  readonly sent?: number
}

/** What came of an upload. */
export interface Uploaded {
  readonly reply: RawReply | undefined
  /** Whether the server closed the connection. */
  readonly closed: boolean
  /** How many bytes the server read from the connection, request line and framing included. */
  readonly received: number
  /** How many bytes of a body so many bytes on the wire are at most. */
  readonly bodyBytes: (wire: number) => number
}

const piece = 32 * 1024
// Enough for the system to buffer, far less than what an endless body would be.
const enough = 200_000_000

// A chunk of one byte takes six on the wire, one of 32 KiB eight more than it holds.
const sharesOfBody = { length: 1, chunk: 1, chunked: piece / (piece + 8), bytes: 1 / 6 }

/** Sends a body as fast as the server takes it, until it is sent or the connection is closed. */
export async function upload(
  attacked: AttackedProcess,
  target: string,
  way: Way,
  method = "POST",
): Promise<Uploaded> {
  const socket = await attacked.open()
  const { port } = socket
  socket.write(headOf(method, target, way))
  const replied = socket.reply(method, 25_000)
  await sendBody(socket, way)
  const reply = await replied
  const closed = await socket.closes(way.length > 1_200_000 || reply?.status === 413 ? 3_000 : 0)
  socket.end()
  const received = await attacked.received(port, 30_000)
  const bodyBytes = (wire: number) => (wire - headOf(method, target, way).length) * sharesOfBody[way.framing]
  return { reply, closed, received: received ?? Infinity, bodyBytes }
}

function headOf(method: string, target: string, { framing, length }: Way): string {
  const declared = framing === "length" ? `Content-Length: ${length}` : "Transfer-Encoding: chunked"
  const first = framing === "chunk" ? "fffffffff\r\n" : ""
  return `${method} ${target} HTTP/1.1\r\nHost: a\r\n${declared}\r\n\r\n${first}`
}

async function sendBody(socket: RawSocket, { framing, length, sent = length }: Way): Promise<void> {
  const bytes = Buffer.alloc(piece, "x")
  const ones = "1\r\nx\r\n".repeat(piece / 8)
  let left = Math.min(sent, enough)
  while (left > 0 && !socket.closed) {
    const size = Math.min(left, piece)
    const room =
      framing === "bytes"
        ? socket.write(ones)
        : framing === "chunked"
          ? socket.write(
              Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), bytes.subarray(0, size), crlf]),
            )
          : socket.write(bytes.subarray(0, size))
    left -= size
    if (!room) await socket.drained()
  }
  if (framing === "chunked" && !socket.closed) socket.write("0\r\n\r\n")
}

const crlf = Buffer.from("\r\n")
