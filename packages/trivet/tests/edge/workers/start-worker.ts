import { createApp, get, inject, MemoryKeyValue, module, routes } from "trivet"
import { api } from "trivet/api"
import { toFetch } from "trivet/fetch"

interface Env {
  /** How often the start fails before it succeeds. */
  readonly FAILURES: number
}

let builds = 0
let failed = 0

/** Takes a while to start. */
class Slow {
  async onStart() {
    await new Promise((go) => setTimeout(go, 500))
  }
}

class StartController {
  readonly #store = inject(MemoryKeyValue)
  routes() {
    return routes([get("/builds", async () => ({ builds, calls: await this.#store.increment("calls") }))])
  }
}

/** A mistake in its modules: nothing declares `Missing`. */
class Missing {}
class NeedsMissing {
  readonly missing = inject(Missing)
}

export default {
  fetch: toFetch((env: Env) => {
    builds++
    const broken = failed++ < env.FAILURES
    return createApp(
      module({
        name: "start",
        declarations: [Slow, StartController, MemoryKeyValue, ...(broken ? [NeedsMissing] : [])],
      }),
      { platform: api() },
    )
  }),
}
