import { createHash, type Hash } from "node:crypto"
import { S3mini, type UploadPart } from "s3mini"
import { partSize } from "../../../src/store/part-buffers.ts"
import { S3FileStore } from "../../../src/store/s3-file-store.ts"
import { s3TargetOf } from "../../../src/store/s3-target.ts"

// node compare.ts <FILES_URL> <megabytes> <turns>: sends a file there and back with `S3FileStore`, with s3mini and a digest, and with s3mini
// alone, in turns. It prints how many megabytes each moved in a second, as the median of its turns, and the processor time for each megabyte.

const [url = "", megabytes = "0", rounds = "1"] = process.argv.slice(2)
const size = Number(megabytes) * 1024 ** 2
const [store, bare] = [new S3FileStore(url), new S3mini(s3TargetOf(url))]
const piece = Buffer.alloc(64 * 1024, 7)

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += piece.length) yield piece.subarray(0, Math.min(piece.length, size - at))
}

async function byStore(): Promise<number> {
  await store.put("by-store", pieces(), { size })
  return lengthOf((await store.get("by-store"))!)
}

async function byLibrary(digest?: Hash): Promise<number> {
  const name = "app/by-library"
  const upload = await bare.getMultipartUploadId(name, "application/octet-stream")
  const parts: UploadPart[] = []
  const part = Buffer.alloc(partSize)
  let filled = 0
  const send = async () => {
    parts.push(await bare.uploadPart(name, upload, part.subarray(0, filled), parts.length + 1))
    filled = 0
  }
  for await (const bytes of pieces()) {
    digest?.update(bytes)
    if (filled + bytes.length > partSize) await send()
    part.set(bytes, filled)
    filled += bytes.length
  }
  await send()
  await bare.completeMultipartUpload(name, upload, parts)
  digest?.digest("hex")
  const { body } = await bare.getObjectRaw(name)
  return lengthOf(body as unknown as AsyncIterable<Uint8Array>)
}

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const one of bytes) length += one.length
  return length
}

const moved = (2 * size) / 1024 ** 2
// The store computes a digest of each file, so that its tag is strong.
const ways = { store: byStore, library: () => byLibrary(createHash("sha256")), bare: () => byLibrary() }
const names = ["store", "library", "bare"] as const
const turns = { store: [] as number[], library: [] as number[], bare: [] as number[] }
const cpu = { store: 0, library: 0, bare: 0 }
for (let turn = -1; turn < Number(rounds); turn++)
  for (const way of turn % 2 === 0 ? names : names.toReversed()) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    if ((await ways[way]()) !== size) throw new Error(`not all bytes came back from the ${way}`)
    const { user, system } = process.cpuUsage(before)
    // The first round warms up.
    if (turn < 0) continue
    turns[way].push(moved / ((performance.now() - began) / 1_000))
    cpu[way] += user + system
  }
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1]!
const ratioTo = (way: keyof typeof cpu) => median(turns.store.map((one, at) => one / turns[way][at]!))
const perMegabyte = (way: keyof typeof cpu) => Math.round(cpu[way] / moved / turns[way].length)
console.log(
  JSON.stringify({
    ratio: ratioTo("library"),
    ratioToBare: ratioTo("bare"),
    ...Object.fromEntries(
      names.map((way) => [
        way,
        { perSecond: Math.round(median(turns[way])), cpuMicroseconds: perMegabyte(way) },
      ]),
    ),
  }),
)
