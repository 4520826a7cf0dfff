import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { expect, it } from "vitest"
import { createBucket } from "../servers/create-bucket.ts"
import { PrivateCeph } from "../servers/private-ceph.ts"
import { PrivateSwift } from "../servers/private-swift.ts"

interface Way {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

interface Compared {
  /** Of the megabytes in a second, those of the store. */
  readonly ratio: number
  readonly ratioToBare: number
  readonly store: Way
  /** s3mini, with a digest as the store computes. */
  readonly library: Way
  /** s3mini alone. */
  readonly bare: Way
}

// TRIVET_LONG=1 npx vitest run packages/files/tests/throughput
it.runIf(process.env["TRIVET_LONG"] === "1").each([
  ["radosgw", () => PrivateCeph.start()],
  ["Swift", () => PrivateSwift.start()],
] as const)("%s needs at most a ninth more processor time than s3mini with a digest", async (name, start) => {
  const server = await start()
  try {
    await createBucket(server.url)
    const program = join(import.meta.dirname, "programs/compare.ts")
    const args = ["--conditions=@trivet/source", program, server.url, "30", "5"]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const { ratio, ratioToBare, store, library, bare } = JSON.parse(stdout) as Compared
    const words = ({ perSecond, cpuMicroseconds }: Way) =>
      `${perSecond} MB/s and ${cpuMicroseconds} µs of CPU for each MB`
    noteFigure(
      "30 MB up and down",
      name,
      `${ratio.toFixed(2)} of s3mini with a digest, ${ratioToBare.toFixed(2)} without: ${words(store)}, s3mini ${words(library)}, without ${words(bare)}`,
    )
    // Processor time: other work on the machine changes how long a turn takes by more than a tenth.
    expect(library.cpuMicroseconds / store.cpuMicroseconds).toBeGreaterThan(0.9)
  } finally {
    await server.stop()
  }
})
