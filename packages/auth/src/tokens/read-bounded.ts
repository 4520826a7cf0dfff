/** Reads a body as bytes. Throws as soon as it is longer than `mostBytes`. */
export async function readBounded(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > mostBytes) throw new Error(`The reply has more than ${mostBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
