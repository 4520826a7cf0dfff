/**
 * Headers of an assistant's request that say something of that request only: its body, its connection, its protocol, what
 * its sender has cached, and who passed it on.
 */
const own =
  /^(?:accept|accept-encoding|connection|content-.*|expect|forwarded|host|if-.*|keep-alive|mcp-.*|range|te|transfer-encoding|upgrade|x-forwarded-.*)$/

/** The headers with which a tool calls its route: all that the assistant sent, without those of its own request. */
export function forwardedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !own.test(name)))
}
