import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { createJsonLog } from "../../../log/json-log.ts"
import { clientsBehind } from "../connection/client-of.ts"
import { ConnectionShares } from "../connection/connection-shares.ts"
import { Connections } from "../connection/connections.ts"
import { rejectionBodies } from "../connection/rejection-bodies.ts"
import { CallShares } from "./call-shares.ts"
import { cpuTime } from "./cpu-time.ts"
import { Overload } from "./overload.ts"
import { Rejections } from "./rejections.ts"

/** By CPU time: what other processes take is not overload. */
function compute(milliseconds: number): void {
  for (const until = cpuTime() + milliseconds; cpuTime() < until;);
}

function createOverload(): Overload {
  const clients = clientsBehind(undefined)
  const bodies = rejectionBodies(() => undefined)
  const shares = new ConnectionShares(10, clients)
  const connections = new Connections({ most: 10, shares, bodies })
  const rejections = new Rejections(bodies(503), createJsonLog())
  return new Overload({}, rejections, connections, new CallShares(connections, clients))
}

describe("Overload", () => {
  it("queues after a long turn, and no longer once a busy loop is on time", async () => {
    const overload = createOverload()
    await sleep(100)
    compute(600)
    await sleep(1)
    expect(overload.hasCapacity).toBe(false)
    // Never idle, in turns of a millisecond: requests would start as they arrive.
    for (const until = performance.now() + 2_000; performance.now() < until;) {
      compute(1)
      await turn()
    }
    expect(overload.hasCapacity).toBe(true)
    overload.stop()
  })
})
