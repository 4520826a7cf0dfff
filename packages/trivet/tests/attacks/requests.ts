/** A request as text: a request line, `Host`, further header lines, and a body with its length if there is one. */
export function request(
  method: string,
  target: string,
  headers: readonly string[] = [],
  body?: string | Uint8Array,
): Uint8Array {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${target} HTTP/1.1`, "Host: a", ...headers, ...length, "", ""].join("\r\n")
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body ?? "")])
}

/** A POST of JSON. */
export function postJson(target: string, value: unknown): Uint8Array {
  return request("POST", target, ["Content-Type: application/json"], JSON.stringify(value))
}
