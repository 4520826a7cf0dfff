import type { App } from "trivet"
import { packageFolderOf } from "../inspect/find-entry.ts"
import type { AccessSetup } from "trivet/testing"
import { serveApp } from "./target/app-target.ts"
import type { FuzzReport } from "./report/finding.ts"
import { longestRun, randomSeed } from "./run-bounds.ts"
import { completed, runPhases } from "./run-phases.ts"

/** Options of `fuzz()`. */
export interface FuzzOptions {
  /** The maximum duration in seconds, up to 120. Default: 20. */
  readonly seconds?: number
  /** Repeats a run: the same calls in the same order. Default: a random number. */
  readonly seed?: number
  /** The callers of the application, as `tests/access.ts` exports them. Default: none, so access is not compared. */
  readonly access?: AccessSetup
  /** The names of phases, to run only these. Default: all. */
  readonly only?: readonly string[]
}

/**
 * Fuzzes an application in this process: it is served on 127.0.0.1, called in many ways, and every reply is compared
 * with its contract. It is not stopped. `trivet fuzz` does the same with a program, and also restarts it.
 *
 * @example
 * ```ts
 * import { fuzz } from "@trivet/tool/fuzz"
 * import { get, module, routes } from "trivet"
 * import { createTestApp } from "trivet/testing"
 *
 * class Hello {
 *   routes() {
 *     return routes([get("/hello/:name", (ctx) => ({ hello: ctx.param("name") }))])
 *   }
 * }
 *
 * const app = await createTestApp(module({ name: "hello", declarations: [Hello] }))
 * const { findings } = await fuzz(app, { seconds: 5, seed: 1 })
 * for (const { route, title } of findings) console.log(route, title)
 * ```
 */
export async function fuzz(app: App, options: FuzzOptions = {}): Promise<FuzzReport> {
  const { seconds = 20, seed = randomSeed(), access, only } = options
  const target = await serveApp(app, packageFolderOf(process.cwd()) ?? process.cwd())
  try {
    const report = await runPhases(target, {
      seed,
      seconds: Math.min(seconds, longestRun),
      setup: access,
      entry: undefined,
      ...(only !== undefined && { only }),
    })
    return completed(report)
  } finally {
    await target.close()
  }
}
