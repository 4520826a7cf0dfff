import type { Call } from "../../context/call.ts"
import { ErrorReply, type Reply } from "../../context/reply/reply.ts"
import { checkOptions } from "../../fault/check-options.ts"
import { Fault } from "../../fault/fault.ts"
import { type FlatRoute, titleOf, writtenOf } from "../../module/routes/flat-route.ts"
import type { Returns } from "../../module/routes/route.ts"
import { findJsonSchema } from "../../schema/json-schema.ts"
import { compilePrune, type Prune } from "../../schema/prune.ts"
import type { SchemaResult } from "../../schema/standard-schema.ts"
import { isStreamSchema } from "../../schema/stream.ts"
import { holdStream } from "./hold-stream.ts"
import { issuesText } from "./issues-text.ts"
import { jsonTextOf } from "./json-text.ts"
import { withReturned } from "../dispatch/read-returned.ts"
import type { CompiledField } from "../dispatch/route-field.ts"

/** How the results of handlers are checked, if the record has `returns`. */
export interface ReturnsOptions {
  /** Whether a result that does not match its schema is a fault, answered with 500. Default: true, in production false. */
  readonly check?: boolean
  /** Whether to drop fields that the schema does not declare, such as a password. Default: false. */
  readonly prune?: boolean
}

/**
 * `returns`: checks the results of handlers against the schemas of the record. Replies of middlewares are not checked.
 * With `formatted`, the platform writes the bodies of errors, so only their status is checked.
 */
export function returnsField(options: ReturnsOptions = {}, formatted = false): CompiledField {
  checkOptions(options, { check: true, prune: true }, "createApp({ returns })")
  return {
    name: "returns",
    compile: (route, run, { production }) => {
      const check = options.check ?? !production
      const { returns = {} } = route.record
      const hasStream = Object.values(returns).some(isStreamSchema)
      if (!check && options.prune !== true && !hasStream) return run
      const prunes = options.prune === true ? prunesOf(route, returns) : undefined
      return withReturned(run, (reply, call) => {
        const schema = returns[reply.status]
        if (hasStream && isStreamSchema(schema))
          return holdStream(reply, schema, {
            route: titleOf(call.method, route.path),
            check,
            prune: prunes?.get(reply.status),
          })
        const made = formatted && reply instanceof ErrorReply
        if (prunes !== undefined && !made) prune(reply, prunes)
        return check ? checkReply(reply, made ? statusesOf(returns) : returns, route, call) : reply
      })
    },
  }
}

function prunesOf(route: FlatRoute, returns: Returns): Map<number, Prune> {
  const prunes = new Map<number, Prune>()
  for (const [status, schema] of Object.entries(returns)) {
    if (schema === null) continue
    // The result is validated as the schema's input and sent as it is; the schema's output is never sent.
    const json = findJsonSchema(schema, "input")
    if (json === undefined) {
      const details = { route: titleOf(route.method, route.path), status: Number(status) }
      throw new Fault("RETURNS_NOT_PRUNABLE", details, writtenOf(route))
    }
    prunes.set(Number(status), compilePrune(json))
  }
  return prunes
}

function prune(reply: Reply, prunes: ReadonlyMap<number, Prune>): void {
  const pruneValue = prunes.get(reply.status)
  if (pruneValue !== undefined && reply.value !== undefined) reply.value = pruneValue(reply.value)
}

function statusesOf(returns: Returns): Returns {
  return Object.fromEntries(Object.keys(returns).map((status) => [status, null]))
}

function checkReply(reply: Reply, returns: Returns, route: FlatRoute, call: Call): unknown {
  const { status, value, body } = reply
  const schema = returns[status]
  const title = titleOf(call.method, route.path)
  if (schema === undefined) {
    throw new Fault("STATUS_NOT_RETURNED", {
      route: title,
      status,
      declared: Object.keys(returns).join(", "),
    })
  }
  // The content of a stream, of bytes or of a finished text cannot be checked.
  const isSealed = value === undefined && body !== undefined && body !== null
  if (schema === null || isSealed) return reply
  // The client receives JSON, so the JSON form is validated.
  const seen: unknown = value === undefined ? undefined : JSON.parse(jsonTextOf(value, call))
  const checked = schema["~standard"].validate(seen)
  return checked instanceof Promise
    ? checked.then((later) => orFault(later, reply, title))
    : orFault(checked, reply, title)
}

function orFault(checked: SchemaResult<unknown>, reply: Reply, route: string): Reply {
  if (checked.issues === undefined) return reply
  throw new Fault("RESULT_BREAKS_RETURNS", { route, reason: issuesText(checked.issues) })
}
