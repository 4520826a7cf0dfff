import { type Attributes, context, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api"
import type { Operation, WatchOperation } from "trivet/extend"
import { errorType } from "./error-type.ts"
import { isSampled } from "./is-sampled.ts"
import { queryText } from "./query-text.ts"
import { isUnsampled } from "./unsampled.ts"

/** Kinds of operations within the process. They get spans only if they are asked for. */
const inside: ReadonlySet<string> = new Set(["hash", "pool"])

interface Shown {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/**
 * Creates a span for each operation of these kinds; without kinds, for every operation outside of the process. An operation outside of a recorded trace, such as
 * a health check, gets none.
 */
export function operationSpans(tracer: Tracer, kinds: readonly string[] | undefined): WatchOperation {
  return (operation) => {
    const parent = context.active()
    const outer = trace.getSpan(parent)
    if (outer === undefined || isUnsampled(outer) || !isSampled(outer)) return undefined
    if (kinds === undefined ? inside.has(operation.kind) : !kinds.includes(operation.kind)) return undefined
    const { name, kind, attributes } = shownOf(operation)
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return (error) => {
      if (error !== undefined) {
        const type = errorType(error)
        span.setAttribute("error.type", type)
        // SQLSTATE codes of PostgreSQL.
        if (operation.kind === "sql" && /^[\dA-Z]{5}$/.test(type))
          span.setAttribute("db.response.status_code", type)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    }
  }
}

function shownOf({ kind, text }: Operation): Shown {
  if (kind === "sql") {
    const { text: shown, operation, summary } = queryText(text)
    return {
      name: summary,
      kind: SpanKind.CLIENT,
      attributes: {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        "db.query.summary": summary,
        "db.query.text": shown,
      },
    }
  }
  if (kind === "redis") {
    const operation = text.toUpperCase()
    return {
      name: operation,
      kind: SpanKind.CLIENT,
      attributes: { "db.system.name": "redis", "db.operation.name": operation },
    }
  }
  return {
    name: text,
    kind: spanKindOf(kind),
    attributes: { "trivet.operation": kind },
  }
}

/** A job is produced for a consumer; what is not within the process is a client call to another program. */
function spanKindOf(kind: string): SpanKind {
  if (kind === "job") return SpanKind.PRODUCER
  return inside.has(kind) ? SpanKind.INTERNAL : SpanKind.CLIENT
}
