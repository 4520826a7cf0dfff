import { setTimeout as sleep } from "node:timers/promises"
import type { Ledger } from "./ledger.ts"
import type { PrivatePostgres } from "@trivet/postgres/testing"

/** What can be done to a server, and what it looks like to who depends on it. */
export const postgresFaults = {
  fast: "is restarted in an orderly way",
  immediate: "crashes and comes back",
  terminate: "ends one connection every 200 ms",
  stop: "stops answering for 3 s",
} as const

/** The name of one of them. */
export type PostgresFault = keyof typeof postgresFaults

/** Does the harm, and gives the number of connections that were ended, if only single ones were. */
export async function injectFault(
  server: PrivatePostgres,
  fault: PostgresFault,
): Promise<number | undefined> {
  if (fault === "terminate") return terminateEvery(server, 200, 10)
  if (fault === "stop") {
    server.freeze()
    await sleep(3_000).finally(() => server.thaw())
  } else {
    await server.stop(fault)
    await sleep(500)
    await server.start()
  }
  return undefined
}

async function terminateEvery(server: PrivatePostgres, milliseconds: number, times: number): Promise<number> {
  let ended = 0
  for (let time = 0; time < times; time++) {
    const rows = await server.query<{ done: boolean }>(`select pg_terminate_backend(pid) as done
      from pg_stat_activity where application_name = 'trivet' order by random() limit 1`)
    ended += rows.filter(({ done }) => done).length
    await sleep(milliseconds)
  }
  return ended
}

/** Waits until all has been well for a second, and gives the milliseconds it took to the last failure. */
export async function recoveryOf(ledger: Ledger, returned: number): Promise<number> {
  for (;;) {
    const last = ledger.failed.at(-1)
    const lastFailure = last === undefined ? returned : Math.max(last.began, returned)
    if (performance.now() - lastFailure > 1_000) return lastFailure - returned
    if (performance.now() - returned > 15_000) return Infinity
    await sleep(50)
  }
}
