import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Calls } from "./cases.ts"

/** What wrk counted in one round. */
export interface WrkCount {
  readonly requests: number
  readonly perSecond: number
}

const connections = 32

/**
 * The machine stood still for so long that wrk gave up, or that a server rejected calls to protect itself. That says
 * nothing about a server unless it happens again and again.
 */
export class Stalled extends Error {}

/** Lets wrk, on the core given, make the calls of a case. Raises an error when any was not answered well. */
export async function runWrk(url: string, one: Calls, seconds: number, core: number): Promise<WrkCount> {
  const script = join(import.meta.dirname, "wrk", one.script)
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url + one.path]
  const env = { ...process.env, ...one.environment }
  const { stdout } = await promisify(execFile)("taskset", ["-c", String(core), ...wrk], { env })
  const failed = /Socket errors.*/.exec(stdout)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  if (requests === 0 || /connect 0, read 0, write 0, timeout/.test(failed?.[0] ?? ""))
    throw new Stalled(`${url}${one.path}: ${requests} requests, ${failed?.[0] ?? "no errors"}`)
  if (failed !== null) throw new Error(`${url}${one.path}: ${failed[0]}`)
  checkMisses(Number(/Non-2xx.*: (\d+)/.exec(stdout)?.[1] ?? 0) / requests, one)
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(requests > 0 && perSecond > 0)) throw new Error(`wrk printed what was not understood:\n${stdout}`)
  return { requests, perSecond }
}

/** A run ends in the middle of the requests that a script repeats, so the share is not exact. */
function checkMisses(share: number, { path, misses = 0 }: Calls): void {
  if (misses === 0 ? share === 0 : Math.abs(share - misses) < 0.02) return
  throw new Stalled(
    `${path}: ${(share * 100).toFixed(1)} % of the replies were no success, not ${misses * 100} %`,
  )
}
