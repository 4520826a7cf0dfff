/**
 * Reads a body by its media type: JSON becomes a value, `text/*` a text, anything else bytes. Without a body it is
 * `null`. What is sent as JSON and is none stays a text, unless the record names the status.
 */
// Not async functions inside of each other: each one is a promise more, for every call.
export async function parseReply(response: Response, method: string, isNamed: boolean): Promise<unknown> {
  const { status } = response
  if (method === "HEAD" || status === 204 || status === 205 || status === 304) return null
  const type = response.headers.get("content-type") ?? ""
  const isJson = type.startsWith("application/json") || /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
  if (!isJson && !/^text\//i.test(type)) {
    const bytes = new Uint8Array(await response.arrayBuffer())
    return bytes.length === 0 ? null : bytes
  }
  const text = await response.text()
  if (!isJson) return text
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // The error page of a proxy should not hide its status.
    if (isNamed) throw error
    return text
  }
}
