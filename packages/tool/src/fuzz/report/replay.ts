import { setTimeout as sleep } from "node:timers/promises"
import type { App } from "trivet"
import { findEntry, packageFolderOf } from "../../inspect/find-entry.ts"
import type { AccessSetup } from "trivet/testing"
import { findAccessSetup } from "../access.ts"
import { serveApp } from "../target/app-target.ts"
import { Session } from "../call/session.ts"
import type { Recipe } from "./finding.ts"
import { startProgram } from "../program/program-target.ts"
import { completed, openField, runPhases } from "../run-phases.ts"
import { type FuzzTarget, routeTitle } from "../target/fuzz-target.ts"

/** The time limit for a repeated phase, or for the access file, in seconds. */
const seconds = 60

/**
 * Repeats the calls or the phase of a finding, for a regression test. Starts the program of an entry file, or serves an
 * application, and returns the problems as sentences: none if the error is fixed.
 *
 * @example
 * ```ts
 * import { replay } from "@trivet/tool/fuzz"
 *
 * const problems = await replay("src/main.ts", { calls: [{ method: "GET", path: "/posts/:id", params: { id: "%" } }] })
 * console.log(problems)
 * ```
 */
export async function replay(program: string | App, recipe: Recipe): Promise<readonly string[]> {
  const folder = packageFolderOf(process.cwd()) ?? process.cwd()
  const entry = typeof program === "string" ? findEntry(program) : undefined
  const setup = await findAccessSetup("", entry?.folder ?? folder)
  const target = entry === undefined ? await serveApp(program as App, folder) : await startProgram(entry)
  try {
    return recipe.phase === undefined
      ? await sendAgain(target, setup, recipe)
      : await runAgain(target, setup, recipe.phase)
  } finally {
    await target.close()
  }
}

async function sendAgain(
  target: FuzzTarget,
  setup: AccessSetup | undefined,
  { calls = [] }: Recipe,
): Promise<readonly string[]> {
  const field = await openField(target, setup, performance.now() + seconds * 1000)
  const session = new Session(field)
  const found: string[] = []
  for (const call of calls) {
    const { problems } = await session.send(call)
    found.push(...problems.map(({ route, title }) => `${route} ${title}`))
    if (target.ended() !== undefined) break
  }
  // An error after the last reply ends the process a moment later.
  for (let at = 0; at < 40 && target.ended() === undefined; at++) await sleep(10)
  const last = calls.at(-1)
  if (last !== undefined && target.ended() !== undefined && found.length === 0)
    found.push(`${routeTitle(last)} the process ends`)
  field.wire.close()
  return [...new Set(found)]
}

async function runAgain(
  target: FuzzTarget,
  setup: AccessSetup | undefined,
  phase: string,
): Promise<readonly string[]> {
  const report = await runPhases(target, { seed: 1, seconds, setup, entry: undefined, only: [phase] })
  return completed(report).findings.map(({ route, title }) => `${route} ${title}`)
}
