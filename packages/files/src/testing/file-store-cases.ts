import { createHash } from "node:crypto"
import type { ConformanceCase, ConformanceSubject } from "trivet/testing"
import type { FileStore, StorePutOptions } from "../store/file-store.ts"
import { equal, failsWith, keysOf, oddBytes, piecesOf, readAll } from "./file-store-subject.ts"

/** More than one part of an upload in parts. */
const large = 9 * 1024 ** 2 + 17

/**
 * Returns the tests that every `FileStore` must pass: `for (const { name, run } of fileStoreCases({ make })) it(name, run)`.
 */
export function fileStoreCases(subject: ConformanceSubject<FileStore>): readonly ConformanceCase[] {
  const aCase = (name: string, run: (store: FileStore, key: string) => Promise<void>): ConformanceCase => ({
    name,
    run: async () => {
      const store = await subject.make()
      const key = `case-${crypto.randomUUID()}`
      await run(store, key)
      for (const one of await keysOf(store)) if (one.startsWith(key)) await store.delete(one)
    },
  })
  const rejected = (what: string, code: string, size: number, options: StorePutOptions): ConformanceCase =>
    aCase(`keeps nothing of ${what}`, async (store, key) => {
      await failsWith(code, store.put(key, piecesOf(oddBytes(size)), options))
      equal(await store.get(key), undefined, "get")
      equal((await keysOf(store)).includes(key), false, "list")
    })
  return [
    aCase("gives undefined for what was never stored", async (store, key) => {
      equal(await store.get(key), undefined, "get")
      equal(await store.get(key, { start: 0, length: 1 }), undefined, "get of a range")
      await store.delete(key)
    }),
    aCase("gives what was stored, with its size and digest", async (store, key) => {
      for (const size of [0, 1, 65_536, 100_001, large]) {
        const bytes = oddBytes(size)
        const sha256 = createHash("sha256").update(bytes).digest("hex")
        const own = `${key}-${size}`
        equal(await store.put(own, piecesOf(bytes)), { size, sha256 }, "put")
        const found = await readAll(await store.get(own))
        equal(found.length, size, "size")
        equal(Buffer.compare(found, bytes), 0, `bytes of ${size}`)
        await store.delete(own)
      }
    }),
    aCase("takes what matches its options", async (store, key) => {
      const bytes = oddBytes(1_000)
      const sha256 = createHash("sha256").update(bytes).digest("hex").toUpperCase()
      const options = { type: "image/png", size: 1_000, maxSize: 1_000, sha256 }
      equal((await store.put(key, piecesOf(bytes), options)).size, 1_000, "put")
    }),
    aCase("gives any range", async (store, key) => {
      const bytes = oddBytes(200_000)
      await store.put(key, piecesOf(bytes))
      for (const [start, length] of [
        [0, 1],
        [199_999, 1],
        [65_535, 2],
        [0, 200_000],
        [70_001, 129_000],
      ] as const) {
        const found = await store.get(key, { start, length })
        equal(found?.size, 200_000, "size of the whole")
        equal(
          Buffer.compare(await readAll(found), bytes.subarray(start, start + length)),
          0,
          `${start}+${length}`,
        )
      }
    }),
    aCase("copies what it gets: a source may use its buffer again", async (store, key) => {
      const reused = Buffer.alloc(10)
      const source = async function* () {
        for (let at = 0; at < 3; at++) yield reused.fill(97 + at)
      }
      await store.put(key, source())
      equal(
        String(await readAll(await store.get(key))),
        `${"a".repeat(10)}${"b".repeat(10)}${"c".repeat(10)}`,
        "get",
      )
    }),
    aCase("shows nothing before it is whole", async (store, key) => {
      const seen: unknown[] = []
      const source = async function* () {
        for await (const piece of piecesOf(oddBytes(large))) {
          yield piece
          if (seen.length < 4) seen.push(await store.get(key), (await keysOf(store)).includes(key))
        }
      }
      await store.put(key, source())
      equal(seen, [undefined, false, undefined, false], "seen")
      equal((await keysOf(store)).includes(key), true, "list afterwards")
    }),
    aCase("keeps nothing of a source that fails", async (store, key) => {
      for (const size of [1_000, large]) {
        const source = async function* () {
          yield* piecesOf(oddBytes(size))
          throw new Error("the sender is gone")
        }
        await failsWith("the sender is gone", store.put(key, source()))
        equal(await store.get(key), undefined, "get")
      }
    }),
    rejected("a file that is too large", "FILE_TOO_LARGE", 100_000, { maxSize: 99_999 }),
    rejected("a large file that is too large", "FILE_TOO_LARGE", large, { maxSize: large - 1 }),
    rejected("a file that is shorter than announced", "FILE_SIZE_DIFFERS", 100_000, { size: 100_001 }),
    rejected("a file that is longer than announced", "FILE_SIZE_DIFFERS", 100_000, { size: 99_999 }),
    rejected("a file with another digest", "FILE_DIGEST_DIFFERS", 100_000, { sha256: "0".repeat(64) }),
    rejected("a large file with another digest", "FILE_DIGEST_DIFFERS", large, { sha256: "0".repeat(64) }),
    aCase("deletes, also twice, and lists the rest", async (store, key) => {
      const keys = Array.from({ length: 5 }, (_, at) => `${key}-${at}`)
      for (const one of keys) await store.put(one, piecesOf(oddBytes(10)))
      await store.delete(keys[0]!)
      await store.delete(keys[0]!)
      equal(await store.get(keys[0]!), undefined, "get")
      const own = (await keysOf(store)).filter((one) => one.startsWith(key))
      equal(own.toSorted(), keys.slice(1), "list")
    }),
    aCase("ends a reading early", async (store, key) => {
      await store.put(key, piecesOf(oddBytes(large)))
      const unread = await store.get(key)
      unread!.close()
      unread!.close()
      for await (const piece of (await store.get(key))!) {
        equal(piece.length > 0, true, "a piece")
        break
      }
      equal((await readAll(await store.get(key))).length, large, "read again")
    }),
    aCase("stores and reads many at the same time", async (store, key) => {
      const all = Array.from({ length: 20 }, (_, at) => oddBytes(50_000 + at))
      await Promise.all(all.map((bytes, at) => store.put(`${key}-${at}`, piecesOf(bytes))))
      const read = await Promise.all(all.map(async (_, at) => readAll(await store.get(`${key}-${at}`))))
      equal(
        read.map((bytes, at) => Buffer.compare(bytes, all[at]!)),
        all.map(() => 0),
        "bytes",
      )
    }),
    aCase("rejects keys that could be paths or addresses", async (store, key) => {
      for (const bad of [
        "",
        ".",
        "..",
        "../x",
        `../${key}`,
        "a/b",
        "/etc/passwd",
        "a\\b",
        "A",
        "a b",
        "%2e",
        ".unfinished",
        "a\0",
        "a?b",
        "é",
        "-a",
        "a".repeat(101),
      ]) {
        await failsWith("FILE_KEY_INVALID", async () => store.put(bad, piecesOf(oddBytes(1))))
        await failsWith("FILE_KEY_INVALID", async () => store.get(bad))
        await failsWith("FILE_KEY_INVALID", async () => store.delete(bad))
      }
    }),
  ]
}
