import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { describeNumbers } from "../../../../scripts/suite/topics/number-cases.ts"
import { PrivateNats } from "../../src/testing.ts"

let server: PrivateNats

beforeAll(async () => {
  server = await PrivateNats.start()
})
afterAll(async () => {
  await server.stop()
  server.forget()
})

describeNumbers("NATS", join(import.meta.dirname, "carrier.ts"), () => server)
