import { engineAppOf } from "../../../src/app/engine-app.ts"
import type { App } from "../../../src/index.ts"
import { TestIncoming } from "../../../src/testing/test-incoming.ts"

/** What a million calls left behind. */
export interface Left {
  readonly statuses: Readonly<Record<string, number>>
  readonly cached: number
  /** Bytes by which the heap has grown, after collection. */
  readonly grown: number
}

/** Makes calls of which no two have the same path or query: parameters, wildcards, queries, paths that do not exist. */
export async function callMillionPaths(app: App, count: number): Promise<Left> {
  await call(app, 0, 20_000)
  const before = heap()
  const statuses = await call(app, 20_000, count)
  return { statuses, cached: cachedIn(app), grown: heap() - before }
}

/** How many resolved paths the application remembers. */
export function cachedIn(app: App): number {
  return engineAppOf(app).routes.table.cache!.slots.filter((slot) => slot !== undefined).length
}

/** The bytes that are in use after collection. */
export function heap(): number {
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

async function call(app: App, from: number, count: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  // As many as fill the cache ten times.
  const often = count < 1_000_000 ? 9 : 97
  for (let i = from; i < from + count; i++) {
    const id = (i * 7919).toString(36)
    const targets = [`/users/${id}`, `/files/a/${id}/b`, `/query?${id}=${i}`, `/none/${id}`]
    // Some come often enough to be remembered.
    for (let times = i % often === 0 ? 3 : 1; times > 0; times--) {
      const { status } = await app.dispatch(new TestIncoming("GET", targets[i % 4]!, {}))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  return statuses
}
