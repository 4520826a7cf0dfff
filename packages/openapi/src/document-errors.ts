import type { StandardSchema } from "trivet"
import type { JsonSchema } from "trivet/extend"
import type { ErrorFormat } from "trivet/api"
import type { Content } from "./document.ts"
import { statusText } from "./status-text.ts"

/** How a document describes the bodies of errors. */
export interface DocumentErrors {
  /** What the framework or a middleware answers with a status; `error` is what an example shows. */
  contentOf(status: number, error?: { readonly message?: string; readonly code?: string }): Content
  /** The same for a status that the route's record lists. `others` says that it may also come from elsewhere. */
  returnedOf(status: number, schema: StandardSchema, json: JsonSchema | undefined, others: boolean): Content
}

/** The errors of an application that gave their form; `schema` is the schema of that form as it stands in the document. */
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
      // Replies of `ctx.status()` stay as the handler wrote them.
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
    // An application that cannot make the error cannot show it either. Its log says so when one is sent.
    return {}
  }
}
