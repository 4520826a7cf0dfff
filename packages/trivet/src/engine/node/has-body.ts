/** Whether a request's raw headers announce a body. Node's own map of them costs more than this one question. */
export function hasBody(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    // Lengths first: they rule out all other headers of an ordinary call.
    if (name.length === 14 && name.toLowerCase() === "content-length") return rawHeaders[at + 1] !== "0"
    if (name.length === 17 && name.toLowerCase() === "transfer-encoding") return true
  }
  return false
}
