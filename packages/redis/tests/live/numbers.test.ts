import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { describeNumbers } from "../../../../scripts/suite/topics/number-cases.ts"
import { PrivateRedis } from "../../src/testing.ts"

const folder = mkdtempSync(join(tmpdir(), "trivet-numbers-"))
let server: PrivateRedis

beforeAll(async () => {
  server = await PrivateRedis.start(["--appendonly", "yes", "--appendfsync", "always", "--dir", folder])
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

describeNumbers("Redis", join(import.meta.dirname, "carrier.ts"), () => server)
