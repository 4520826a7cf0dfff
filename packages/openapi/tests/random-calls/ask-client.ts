import { type App, type Contract, Describe } from "trivet"
import type { ContractRecord } from "trivet/extend"
import { ClientError } from "trivet/client"
import type { ContractCalls } from "../../../trivet/tests/client/contract-calls.ts"
import { ask } from "./ask.ts"
import type { SeenReply } from "./document-check.ts"
import type { RandomCall } from "./random-call.ts"

/** The contract of all routes of an application. */
export function contractOf(app: App): Contract {
  const routes = app
    .get(Describe)()
    .routes.filter(({ kind, method }) => kind === "request" && method !== "ANY")
  return Object.fromEntries(
    routes.map(({ method, path, record }) => {
      const { handler: _, middlewares: __, ...rest } = record
      return [`${method} ${path}`, { ...rest, path } as ContractRecord]
    }),
  )
}

/**
 * Sends a call through the client, or over a socket where no client can make it. `undefined` when no whole reply came
 * through.
 */
export async function askClient(
  calls: ContractCalls,
  port: number,
  call: RandomCall,
): Promise<SeenReply | undefined> {
  try {
    const reply = await calls.send(call)
    if (reply === undefined) return await ask(port, call)
    const { status, headers, text } = reply
    return { status, type: headers.get("content-type") ?? undefined, text }
  } catch (error) {
    if (error instanceof ClientError && error.code === "NETWORK") return undefined
    throw error
  }
}
