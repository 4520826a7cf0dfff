import { AppOperations, type Operation, type Operations } from "trivet/extend"
import { inject, module } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { piecesOf } from "../../src/testing/file-store-subject.ts"
import { type FileBytes, FileStore } from "../../src/index.ts"
import { WatchedStore } from "../../src/store/watched-store.ts"
import { MemoryFileStore } from "../../src/testing.ts"

class Holder {
  readonly operations = inject(AppOperations)
}

describe("the operations of a store", () => {
  let app: TestApp
  let operations: Operations
  let store: WatchedStore
  const bytes = new Uint8Array(100_000)
  const seen: (Pick<Operation, "kind" | "text"> & { bytes: number | undefined; failed: boolean })[] = []
  const watch = () =>
    operations.watch((operation) => (error) => {
      const { kind, text } = operation
      seen.push({ kind, text, bytes: operation.bytes?.(), failed: error !== undefined })
    })
  beforeAll(async () => {
    app = await createTestApp(module({ name: "app", declarations: [Holder] }))
    operations = app.get(Holder).operations
    store = new WatchedStore(new MemoryFileStore(), operations)
    await store.put("kept", piecesOf(bytes), {})
  })
  beforeEach(() => void seen.splice(0))
  afterAll(() => app.stop())

  it("are reported with the store, the bytes and failures, and end with the last byte", async () => {
    const stop = watch()
    await store.put("other", piecesOf(bytes), {})
    const large = store.put("large", piecesOf(bytes), { maxSize: 10 })
    await expect(large).rejects.toMatchObject({ code: "FILE_TOO_LARGE" })
    const opened = (await store.get("other"))!
    expect(opened.size).toBe(bytes.length)
    expect(seen).toHaveLength(2)
    let length = 0
    for await (const piece of opened) length += piece.length
    expect(length).toBe(bytes.length)
    expect(seen).toHaveLength(3)
    await store.delete("other")
    expect(await store.get("other")).toBeUndefined()
    stop()
    const of = (method: string, moved?: number, failed = false) => {
      return { kind: "file", text: `MemoryFileStore.${method}`, bytes: moved, failed }
    }
    expect(seen).toEqual([
      of("put", bytes.length),
      of("put", 0, true),
      of("get", bytes.length),
      of("delete"),
      of("get", 0),
    ])
  })

  it("end when the reader stops, closes or meets an error", async () => {
    const stop = watch()
    for await (const piece of (await store.get("kept"))!) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    expect(seen.map(({ bytes: moved }) => moved! < bytes.length)).toEqual([true])
    ;(await store.get("kept"))!.close()
    await expect.poll(() => seen.length).toBe(2)
    const failing = new WatchedStore(new FailingStore(), operations)
    const read = async () => Array.fromAsync((await failing.get("any"))!)
    await expect(read()).rejects.toThrow("the disk is gone")
    stop()
    expect(seen.map(({ failed }) => failed)).toEqual([false, false, true])
  })

  it("cost nothing if there is no watcher: the bytes are those of the store", async () => {
    const failing = new WatchedStore(new FailingStore(), operations)
    expect(await failing.get("any")).toBeInstanceOf(FailingBytes)
    expect(seen).toEqual([])
  })
})

class FailingBytes implements FileBytes {
  readonly size = 2
  close(): void {}
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1)
    throw new Error("the disk is gone")
  }
}

class FailingStore extends FileStore {
  async *list(): AsyncGenerator<never> {}
  protected async write(): Promise<void> {}
  protected async open(): Promise<FileBytes> {
    return new FailingBytes()
  }
  protected async remove(): Promise<void> {}
}
