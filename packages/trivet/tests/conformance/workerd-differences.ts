import type { Difference, Expected } from "./case.ts"

/** Where workerd answers otherwise, and why that cannot be helped: its own server does so, before or after the handler. */
export const workerdReasons = {
  address: "only Cloudflare tells a Worker the client's address",
  space: "workerd keeps white space after the value of a header",
  cookies: "workerd joins several Cookie lines with commas",
  text: "workerd reads and writes the values of headers as UTF-8",
  length: "workerd sends a stream in chunks, whatever length its headers declare",
  cut: "workerd ends a body whose source failed as if it were complete, and then closes the connection",
  reset: "workerd resets a connection whose body is not read, and its client may lose the reply",
  target: "workerd itself answers 500 to a whole address and to a host that is none",
  files: "a Worker has no file system",
} as const

/** What workerd answers instead; `null` where a client cannot rely on any reply. */
export function onWorkerd(
  reason: keyof typeof workerdReasons,
  expect: Expected | null,
): { differs: Difference } {
  return { differs: { runtimes: ["workerd"], reason: workerdReasons[reason], expect } }
}
