import type { ContractRecord } from "../module/routes/contract.ts"
import type { PendingReply } from "./client-call.ts"
import { ClientError } from "./client-error.ts"
import type { ClientReply } from "./client-reply.ts"
import type { GivenOptions } from "./given-options.ts"
import { send } from "./send.ts"
import type { ClientSettings } from "./sending.ts"
import { writeParameter, writeQuery } from "./write-target.ts"

/** The function of one record, with `all()`, which the types show only for a record that replies with pages. */
export interface CompiledCall {
  (given?: GivenOptions): PendingReply<ClientReply>
  all(given?: GivenOptions): AsyncGenerator<unknown, void>
}

/** Creates the function of one record. What depends only on the record is computed once. */
export function compileCall(
  { method = "GET", path, returns, idempotencyKey }: ContractRecord,
  settings: ClientSettings,
): CompiledCall {
  const title = `${method} ${path}`
  // Alternately a literal and a parameter.
  const pieces = path.split(/:(\w+)|(\*)$/).filter((piece) => piece !== undefined)
  const route = { method, title, returns, sendsKey: idempotencyKey !== undefined }

  const call = (given: GivenOptions = {}) => {
    const pending = sendGiven(given) as PendingReply<ClientReply>
    pending.orThrow = () => pending.then((reply) => throwUnlessOk(title, reply)) as never
    return pending
  }
  return Object.assign(call, { all: (given: GivenOptions = {}) => itemsOf(call, given) })

  function sendGiven(given: GivenOptions): Promise<ClientReply> {
    try {
      let url = settings.url + pieces[0]!
      for (let at = 1; at < pieces.length; at += 2)
        url += writeParameter(title, pieces[at]!, given.params?.[pieces[at]!]) + pieces[at + 1]!
      if (given.query !== undefined) url += writeQuery(title, given.query)
      return send(settings, route, url, given)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

async function* itemsOf(call: (given: GivenOptions) => PendingReply<ClientReply>, given: GivenOptions) {
  let query = given.query
  while (true) {
    const { body } = await call({ ...given, ...(query && { query }) }).orThrow()
    const { items, next } = body as { readonly items: readonly unknown[]; readonly next?: string | null }
    yield* items
    if (!next) return
    query = { ...query, cursor: next }
  }
}

function throwUnlessOk(title: string, reply: ClientReply): ClientReply {
  if (reply.ok) return reply
  const { status, body } = reply
  const error = (body as { readonly error?: unknown } | null)?.error
  const reason = typeof error === "string" ? `: ${error}` : ""
  throw new ClientError("STATUS", title, `${title} was answered with ${status}${reason}`, { status, body })
}
