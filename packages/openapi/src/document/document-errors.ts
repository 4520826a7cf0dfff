import type { StandardSchema } from "trivet"
import type { JsonSchema } from "trivet/extend"
import type { ErrorFormat } from "trivet/api"
import type { Content } from "./document.ts"
import { statusText } from "./status-text.ts"

/** How a document describes the bodies of errors. */
export interface DocumentErrors {
  /** The body of an error from the framework or a middleware; `error` is used in the example. */
  contentOf(status: number, error?: { readonly message?: string; readonly code?: string }): Content
  /**
   * The body of an error that the route's record lists. `others`: the status may also come from the framework or a
   * middleware.
   */
  returnedOf(status: number, schema: StandardSchema, json: JsonSchema | undefined, others: boolean): Content
}

/** The errors of an application with its own error format; `schema` is the schema of that format in the document. */
export function formattedErrors(format: ErrorFormat, schema: JsonSchema | undefined): DocumentErrors {
  const { type } = format
  const contentOf: DocumentErrors["contentOf"] = (status, error) => ({
    [type]: { ...(schema && { schema }), ...exampleOf(format, status, error) },
  })
  return {
    contentOf,
    returnedOf: (status, own, json) => {
      const made = contentOf(status)
      if (own === format.schema) return made
      // Replies of `ctx.status()` are sent as the handler wrote them.
      if (type !== "application/json")
        return { [jsonType]: json === undefined ? {} : { schema: json }, ...made }
      return {
        [jsonType]: json === undefined || schema === undefined ? {} : { schema: { anyOf: [json, schema] } },
      }
    },
  }
}

const jsonType = "application/json"

function exampleOf(
  { body }: ErrorFormat,
  status: number,
  { message = statusText(status), code }: { readonly message?: string; readonly code?: string } = {},
): { readonly example?: unknown } {
  try {
    return { example: body({ status, message, code, issues: [] }) }
  } catch {
    // If the application's format function throws, there is no example. It is logged when such an error is sent.
    return {}
  }
}
