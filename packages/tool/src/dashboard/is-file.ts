import type { ShownCall } from "./shown-call.ts"

const types =
  /^(?:text\/css|(?:text|application)\/javascript|application\/(?:wasm|manifest\+json)|(?:image|font|audio|video)\/)/

/** Whether a call only served a file, such as a style sheet: one that did no work of the application. */
export function isFile({ method, status = 500, pattern, operations, reply, error }: ShownCall): boolean {
  if ((method !== "GET" && method !== "HEAD") || status >= 400 || error !== undefined) return false
  if (operations.some(({ by }) => by === undefined)) return false
  const type = reply?.headers.find(([name]) => name === "content-type")?.[1] ?? ""
  // A reply without a body has no type.
  return types.test(type) || (status === 304 && pattern?.endsWith("*") === true)
}
