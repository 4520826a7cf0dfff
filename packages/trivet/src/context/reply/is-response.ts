/** Whether a value is a Web `Response`. Some libraries have their own class, so `instanceof` is not enough. */
export function isResponse(value: object): value is Response {
  if (value instanceof Response) return true
  const { status, headers, arrayBuffer } = value as Partial<Response>
  return (
    typeof status === "number" && typeof arrayBuffer === "function" && typeof headers?.forEach === "function"
  )
}
