import type { FileBytes, FileStore } from "../store/file-store.ts"

/** Bytes without a period, so that a part at the wrong place is noticed. */
export function oddBytes(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size)
  let state = size + 1
  for (let at = 0; at < size; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Pieces as they arrive from a network: of any size. */
export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = ((size * 7) % 131_071) + 1)
    yield bytes.subarray(at, at + size)
}

/** Reads everything. */
export async function readAll(bytes: FileBytes | undefined): Promise<Buffer> {
  if (bytes === undefined) throw new Error("there is no such file")
  const pieces: Uint8Array[] = []
  // Copied: a store may use its buffer again.
  for await (const piece of bytes) pieces.push(Uint8Array.from(piece))
  return Buffer.concat(pieces)
}

/** The keys of a store. */
export async function keysOf(store: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list()) keys.push(key)
  return keys
}

/** Throws if two values differ as JSON. */
export function equal(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [found, wanted].map((value) => JSON.stringify(value) ?? "undefined")
  if (left !== right) throw new Error(`${what}: expected ${right}, found ${left}`)
}

/** Throws unless something fails with a code, or with a message. */
export async function failsWith(
  what: string,
  work: Promise<unknown> | (() => Promise<unknown>),
): Promise<void> {
  try {
    await (typeof work === "function" ? work() : work)
  } catch (error) {
    const { code, message } = error as { readonly code?: unknown; readonly message: string }
    if (code === what || message === what) return
    throw new Error(`expected ${what}, found ${String(code)}: ${message}`, { cause: error })
  }
  throw new Error(`expected ${what}, and it succeeded`)
}
