import { findJsonSchema, type JsonSchema, type WrappedRoute } from "trivet/extend"

/** Why calls of a route cannot have an idempotency key; `undefined` if they can. */
export function findUnstorable({ method, isSocket, accepts, returns }: WrappedRoute): string | undefined {
  if (isSocket) return "it opens a socket"
  if (method === undefined) return "it is not a route for requests"
  if (method === "ANY") return "what is mounted reads its body itself"
  for (const schema of Object.values(returns ?? {})) {
    if (schema === null) continue
    if ("~event" in schema) return "its reply is a stream"
    if (hasFile(findJsonSchema(schema, "input"))) return "its reply is a file"
  }
  return accepts?.body !== undefined && hasFile(findJsonSchema(accepts.body, "input"))
    ? "its body contains a file"
    : undefined
}

function hasFile(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && JSON.stringify(schema).includes('"format":"binary"')
}
