import { type RecordedCall, replyHeader } from "./recorded-call.ts"
import { isSecretName } from "./secrets.ts"

/** Whether the whole value of a header is a secret, or its name is that of a secret. */
export function isSecretHeader(name: string): boolean {
  // The nonce of a policy and the key of a handshake are public.
  return /^(?:proxy-)?authorization$|cookie$/.test(name) || (isSecretName(name) && !name.startsWith("sec-"))
}

/** The cookies of a `Cookie` header. */
export function cookiesOf(header: string): readonly (readonly [name: string, value: string])[] {
  return header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=")
    return at < 0 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
  })
}

/** The texts in a JSON value, each with its path of names and indexes. */
export function* leavesOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ readonly path: readonly (string | number)[]; readonly value: unknown }> {
  if (typeof value !== "object" || value === null) yield { path, value }
  else
    for (const [key, part] of Object.entries(value))
      yield* leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key])
}

/** Parses JSON; `undefined` if it is invalid or truncated. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined || text === "" ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}

/** The credentials that a client has after a call: those of the reply, otherwise those of the request. */
export function credentialsAfter(call: RecordedCall): Readonly<Record<string, string>> {
  const sent = Object.entries(call.headers).filter(([name]) => isSecretHeader(name))
  const given = [...leavesOf(jsonOf(call.replyBody.text()))].find(
    ({ path, value }) => typeof value === "string" && /^(?:access_?)?token$|^jwt$/i.test(String(path.at(-1))),
  )?.value as string | undefined
  const cookies = replyHeader(call, "set-cookie")
    .map((line) => line.split(";", 1)[0]!)
    .filter((pair) => !pair.endsWith("="))
  return {
    ...Object.fromEntries(sent),
    ...(given !== undefined && { authorization: `Bearer ${given}` }),
    ...(cookies.length > 0 && { cookie: cookies.join("; ") }),
  }
}
