import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { createBucket } from "../servers/create-bucket.ts"
import { PrivateCeph } from "../servers/private-ceph.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const long = process.env["TRIVET_LONG"] === "1"
const program = join(import.meta.dirname, "programs/transfer.ts")

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Transfer {
  readonly grown: number
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

/** Runs a transfer, and returns what it prints. */
async function transfer(url: string, megabytes: number, count: number): Promise<Transfer> {
  const args = ["--conditions=@trivet/source", program, url, String(megabytes), String(count)]
  const found = JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Transfer
  const what = `${count} × ${megabytes} MB up and down`
  const { grown, perSecond, cpuMicroseconds } = found
  noteFigure(
    what,
    url.startsWith("s3:") ? "radosgw" : "a folder",
    `${grown} MB more memory, ${perSecond} MB/s, ${cpuMicroseconds} µs of CPU for each MB`,
  )
  return found
}

describe.runIf(long)("files in radosgw", () => {
  let server: PrivateCeph
  beforeAll(async () => {
    server = await PrivateCeph.start()
    await createBucket(server.url)
  })
  afterAll(() => server?.stop())

  it("take at most 100 MB of memory for a large file, up and down", async () => {
    expect((await transfer(server.url, 2_048, 1)).grown).toBeLessThan(100)
  })

  it("take at most 200 MB of memory for many files at once, which share the buffers of parts", async () => {
    expect((await transfer(server.url, 5, 200)).grown).toBeLessThan(200)
  })
})

describe("a folder of files", () => {
  it("takes at most 100 MB of memory for a large file, up and down", async () => {
    const { grown } = await transfer(`folder://${folder}/large`, long ? 2_048 : 256, 1)
    expect(grown).toBeLessThan(100)
  })

  it("takes at most 200 MB of memory for 200 files at once", async () => {
    const { grown } = await transfer(`folder://${folder}/many`, long ? 5 : 1, 200)
    expect(grown).toBeLessThan(200)
  })
})
