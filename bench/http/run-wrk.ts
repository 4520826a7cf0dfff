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

/** Lets wrk, on the core given, make the calls of a case. Raises an error when any was not answered well. */
export async function runWrk(url: string, one: Calls, seconds: number, core: number): Promise<WrkCount> {
  const script = join(import.meta.dirname, "wrk", one.script)
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url + one.path]
  const { stdout } = await promisify(execFile)("taskset", ["-c", String(core), ...wrk])
  const failed = /Non-2xx.*|Socket errors.*/.exec(stdout)
  if (failed !== null) throw new Error(`${url}${one.path}: ${failed[0]}`)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!(requests > 0 && perSecond > 0)) throw new Error(`wrk printed what was not understood:\n${stdout}`)
  return { requests, perSecond }
}
