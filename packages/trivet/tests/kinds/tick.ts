// A kind of calls that exists only here: everything that it takes stands in this folder.
import { inject, module, type Module, type Route } from "trivet"
import type { RouteMaker } from "trivet/extend"
import { EnginePlatforms } from "../../src/app/engine-platforms.ts"
import { type Platform, platformOf } from "../../src/app/dispatch/platform.ts"
import { readReturned } from "../../src/app/dispatch/read-returned.ts"
import type { Incoming } from "../../src/context/incoming.ts"
import type { Kind } from "../../src/context/kinds.ts"
import { Reply } from "../../src/context/reply/reply.ts"

declare module "trivet/extend" {
  interface Kinds {
    tick: true
  }
}

const tickKind: Kind = { name: "tick", words: true }

/** Makes a record that is called when a clock ticks. */
export const tick: RouteMaker = (path, handler, options): Route => ({
  kind: tickKind,
  path,
  handler,
  ...options,
})

/** Turns results into what a clock understands: done, or the reason why not. */
export function ticks(): Platform {
  return platformOf({
    name: "ticks",
    serves: [tickKind],
    reply: (value, call) => readReturned(value, call),
    fail: (thrown) => Reply.json(500, { reason: (thrown as Error).message }),
  })
}

/** The engine: it turns a tick into a call. */
export class Ticker {
  readonly #answers = inject(EnginePlatforms).add(ticks())
  /** Where a real engine would begin to listen. */
  isServing = false

  onServe(): void {
    this.isServing = true
  }
  async tick(name: string): Promise<{ readonly status: number; readonly value: unknown }> {
    const { status, value, done } = await this.#answers.dispatch(incomingOf(name))
    await done?.({ status, aborted: false })
    return { status, value }
  }
}

/** The module that an application imports for its ticks. */
export const TickModule: Module = module({ name: "ticks", exports: [Ticker], declarations: [Ticker] })

function incomingOf(name: string): Incoming {
  return {
    method: "",
    path: `/${name}`,
    query: "",
    address: "",
    secure: false,
    signal: new AbortController().signal,
    header: () => undefined,
    headers: () => ({}),
    bytes: () => Promise.resolve(new Uint8Array()),
    stream: async function* () {},
  }
}
