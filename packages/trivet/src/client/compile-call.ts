import type { ContractRecord } from "../module/routes/contract.ts"
import type { PendingReply } from "./client-call.ts"
import { ClientError } from "./client-error.ts"
import type { ClientReply } from "./client-reply.ts"
import type { GivenOptions } from "./given-options.ts"
import { send } from "./send.ts"
import type { ClientSettings } from "./sending.ts"
import { writeParameter, writeQuery } from "./write-target.ts"

/** Creates the function of one record. What depends only on the record is computed once. */
export function compileCall(
  { method = "GET", path, returns }: ContractRecord,
  settings: ClientSettings,
): (given?: GivenOptions) => PendingReply<ClientReply> {
  const title = `${method} ${path}`
  // Alternately a literal and a parameter.
  const pieces = path.split(/:(\w+)|(\*)$/).filter((piece) => piece !== undefined)
  const route = { method, title, returns }

  return (given = {}) => {
    const pending = sendGiven(given) as PendingReply<ClientReply>
    pending.orThrow = () => pending.then((reply) => throwUnlessOk(title, reply)) as never
    return pending
  }

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

function throwUnlessOk(title: string, reply: ClientReply): ClientReply {
  if (reply.ok) return reply
  const { status, body } = reply
  const error = (body as { readonly error?: unknown } | null)?.error
  const reason = typeof error === "string" ? `: ${error}` : ""
  throw new ClientError("STATUS", title, `${title} was answered with ${status}${reason}`, { status, body })
}
