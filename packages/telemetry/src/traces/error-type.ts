/**
 * The `error.type` of a thrown value: a code, such as that of a fault or of PostgreSQL, or the name of the class. Never
 * the message, which can contain data of the client.
 */
export function errorType(thrown: unknown): string {
  const { code, name } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as {
    readonly code?: unknown
    readonly name?: unknown
  }
  if (typeof code === "string" && code !== "") return code
  return typeof name === "string" && name !== "" ? name : "_OTHER"
}
