import type { Call } from "../context/call.ts"
import { isThenable } from "../context/is-thenable.ts"
import { Reply } from "../context/reply.ts"
import { Fault } from "../fault/fault.ts"
import { type FlatRoute, titleOf, writtenOf } from "../module/flat-route.ts"
import type { Returns } from "../module/route.ts"
import { findJsonSchema } from "../schema/json-schema.ts"
import { compilePrune, type Prune } from "../schema/prune.ts"
import type { SchemaResult } from "../schema/standard-schema.ts"
import { readReturned } from "./returned.ts"
import type { RouteField } from "./route-field.ts"

/** What is done with a handler's result where its record says what it `returns`. */
export interface ReturnsOptions {
  /** A result that breaks its schema becomes a fault: so unless in production. */
  readonly check?: boolean
  /** Fields that the schema does not name are dropped, so that a password can never leave: not unless asked for. */
  readonly prune?: boolean
}

/** `returns`: holds a handler to what its record promises. What middlewares answer is not concerned. */
export function returnsField(options: ReturnsOptions = {}): RouteField {
  return {
    name: "returns",
    compile: (route, run, { production }) => {
      const check = options.check ?? !production
      if (!check && options.prune !== true) return run
      const { returns = {} } = route.record
      const prunes = options.prune === true ? prunesOf(route, returns) : undefined
      const hold = (result: unknown, call: Call): unknown => {
        const pruned = prunes === undefined ? result : prune(result, prunes)
        return check ? checkResult(pruned, returns, route, call) : pruned
      }
      return (call) => {
        const result = run(call)
        return isThenable(result)
          ? Promise.resolve(result).then((later) => hold(later, call))
          : hold(result, call)
      }
    },
  }
}

function prunesOf(route: FlatRoute, returns: Returns): Map<number, Prune> {
  const prunes = new Map<number, Prune>()
  for (const [status, schema] of Object.entries(returns)) {
    if (schema === null) continue
    // What is checked is what goes into the schema; what comes out of it is never sent.
    const json = findJsonSchema(schema, "input")
    if (json === undefined) {
      const details = { route: titleOf(route.method, route.path), status: Number(status) }
      throw new Fault("RETURNS_NOT_PRUNABLE", details, writtenOf(route))
    }
    prunes.set(Number(status), compilePrune(json))
  }
  return prunes
}

function prune(result: unknown, prunes: ReadonlyMap<number, Prune>): unknown {
  const { status, value, sealed } = readReturned(result)
  const pruneValue = sealed ? undefined : prunes.get(status)
  if (pruneValue === undefined || value === undefined) return result
  const pruned = pruneValue(value)
  if (result instanceof Reply) {
    result.value = pruned
    return result
  }
  // With fewer keys a map could come to mean another status than it did.
  return readReturned(pruned).status === status ? pruned : new Reply(status, undefined, undefined, pruned)
}

function checkResult(result: unknown, returns: Returns, route: FlatRoute, call: Call): unknown {
  const { status, value, sealed } = readReturned(result)
  const schema = returns[status]
  const title = titleOf(call.method, route.path)
  if (schema === undefined) {
    throw new Fault("STATUS_NOT_RETURNED", {
      route: title,
      status,
      declared: Object.keys(returns).join(", "),
    })
  }
  if (schema === null || sealed) return result
  // The client sees JSON, so JSON is what the schema must hold for.
  const seen: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value))
  const checked = schema["~standard"].validate(seen)
  return checked instanceof Promise
    ? checked.then((later) => orFault(later, result, title))
    : orFault(checked, result, title)
}

function orFault(checked: SchemaResult<unknown>, result: unknown, route: string): unknown {
  if (checked.issues === undefined) return result
  const reason = checked.issues.map((issue) => `${pathOf(issue.path)} ${issue.message}`.trim()).join("; ")
  throw new Fault("RESULT_BREAKS_RETURNS", { route, reason })
}

function pathOf(path: readonly (PropertyKey | { readonly key: PropertyKey })[] = []): string {
  return path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")
}
