import { storeAt } from "../../../src/store-at.ts"

// node transfer.ts <FILES_URL> <megabytes> <uploads at once>: stores and reads files, and prints by how many megabytes the process
// has grown above its size before.

const [url = "", megabytes = "0", count = "1"] = process.argv.slice(2)
const store = storeAt(url)
const piece = Buffer.alloc(256 * 1024, 7)

async function* bytes(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += piece.length) yield piece.subarray(0, Math.min(piece.length, size - at))
}

async function transfer(key: string, size: number): Promise<void> {
  await store.put(key, bytes(size), { size })
  let read = 0
  for await (const part of (await store.get(key))!) read += part.length
  if (read !== size) throw new Error(`${read} bytes were read, and ${size} stored`)
  await store.delete(key)
}

await transfer("warm-up", 1024)
const before = process.memoryUsage.rss()
let peak = before
const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10)
const began = performance.now()
const size = Number(megabytes) * 1024 ** 2
await Promise.all(Array.from({ length: Number(count) }, (_, at) => transfer(`file-${at}`, size)))
clearInterval(timer)
const seconds = (performance.now() - began) / 1_000
const { user, system } = process.cpuUsage()
const moved = (size * Number(count) * 2) / 1024 ** 2
console.log(
  JSON.stringify({
    grown: Math.round((peak - before) / 1024 ** 2),
    perSecond: Math.round(moved / seconds),
    cpuMicroseconds: Math.round((user + system) / moved),
  }),
)
