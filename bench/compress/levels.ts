import * as zlib from "node:zlib"
import { median, shuffle, spread, table } from "../figures.ts"
import { postsOf, sizes } from "./posts.ts"

const { constants } = zlib

/** Encoders that compress a whole body at once, by encoding and level. */
const encoders: readonly (readonly [name: string, encode: (bytes: Uint8Array) => Uint8Array])[] = [
  ...[1, 2, 4, 6].map((level) => named(`gzip ${level}`, (bytes) => zlib.gzipSync(bytes, { level }))),
  ...[1, 2, 3, 4, 5].map((quality) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    return named(`br ${quality}`, (bytes) => zlib.brotliCompressSync(bytes, { params }))
  }),
  ...[1, 2, 3, 4, 5].map((level) => {
    const params = { [constants.ZSTD_c_compressionLevel]: level }
    return named(`zstd ${level}`, (bytes) => zlib.zstdCompressSync(bytes, { params }))
  }),
]

function named(name: string, encode: (bytes: Uint8Array) => Uint8Array) {
  return [name, encode] as const
}

/** CPU time and size of each level for bodies of each size, in turn and in random order in each round. */
export function levelTables(rounds: number): string {
  return sizes.map((kilobytes) => levelTable(kilobytes, rounds)).join("\n\n")
}

function levelTable(kilobytes: number, rounds: number): string {
  const bodies = Array.from({ length: 20 }, (_, seed) =>
    Buffer.from(JSON.stringify(postsOf(kilobytes * 1000, seed + 1))),
  )
  const plain = bodies.reduce((sum, { length }) => sum + length, 0)
  const times = new Map(encoders.map(([name]) => [name, [] as number[]]))
  const lengths = new Map<string, number>()
  const repeats = Math.max(1, Math.floor(100 / kilobytes))
  for (let round = -1; round < rounds; round++)
    for (const [name, encode] of shuffle(encoders)) {
      const before = process.cpuUsage()
      let length = 0
      for (let repeat = 0; repeat < repeats; repeat++)
        for (const body of bodies) length += encode(body).length
      const { user, system } = process.cpuUsage(before)
      lengths.set(name, length / repeats)
      // The first round only warms up.
      if (round >= 0) times.get(name)!.push((user + system) / repeats / bodies.length)
    }
  const rows = encoders.map(([name]) => [
    name,
    median(times.get(name)!).toFixed(0),
    spread(times.get(name)!, 0),
    `${((lengths.get(name)! / plain) * 100).toFixed(1)} %`,
  ])
  return table([`${kilobytes} KB`, "µs CPU", "p25–p75", "size"], rows)
}
