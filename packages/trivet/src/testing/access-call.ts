import type { Caller, PreparedCall } from "./access.ts"
import { TestIncoming } from "./test-incoming.ts"

/** The call of a caller to a route, with the data that was prepared for it. */
export function incomingOf(
  method: string,
  pattern: string,
  caller: Caller,
  { params = {}, query, json, form }: PreparedCall,
): TestIncoming {
  const write = (_: string, colon?: string) => {
    const name = colon ?? "*"
    const value = params[name] ?? "1"
    return name === "*" ? value.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(value)
  }
  const filled = pattern.replaceAll(/:(\w+)|\*/g, write)
  // The path of a command has no slash at its beginning.
  const path = filled.startsWith("/") ? filled : `/${filled}`
  const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }
  return new TestIncoming(method, path, {
    headers: { ...type, ...caller.headers },
    ...(query !== undefined && { query }),
    ...(json !== undefined && { json }),
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
  })
}
