import { type Attributes, context, SpanKind, SpanStatusCode, trace, type Tracer } from "@opentelemetry/api"
import type { Operation, WatchOperation } from "trivet/extend"
import { errorType } from "./error-type.ts"
import { isSampled } from "./is-sampled.ts"
import { queryText } from "./query-text.ts"
import { isUnsampled } from "./unsampled.ts"

interface Shown {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
}

/**
 * Creates a span for each operation of these kinds, or of every kind. An operation outside of a recorded trace, such as
 * a health check, gets none.
 */
export function operationSpans(tracer: Tracer, kinds: readonly string[] | undefined): WatchOperation {
  return (operation) => {
    const parent = context.active()
    const outer = trace.getSpan(parent)
    if (outer === undefined || isUnsampled(outer) || !isSampled(outer)) return undefined
    if (kinds !== undefined && !kinds.includes(operation.kind)) return undefined
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
  // A job is produced for a consumer; other operations are client calls to another program.
  return {
    name: text,
    kind: kind === "job" ? SpanKind.PRODUCER : SpanKind.CLIENT,
    attributes: { "trivet.operation": kind },
  }
}
