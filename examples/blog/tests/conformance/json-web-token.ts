import { createHmac } from "node:crypto"

/** What stands in a token, whether or not its signature is good. */
export function readToken(token: string): {
  readonly header: Record<string, unknown>
  readonly claims: Record<string, unknown>
} {
  const [header = "", claims = ""] = token.split(".")
  return { header: decode(header), claims: decode(claims) }
}

/** A token of these claims, signed with an HMAC of this key. */
export function signToken(claims: object, key: string, algorithm: "HS256" | "HS512" = "HS256"): string {
  const signed = `${encode({ alg: algorithm, typ: "JWT" })}.${encode(claims)}`
  const digest = createHmac(algorithm === "HS256" ? "sha256" : "sha512", key)
  return `${signed}.${digest.update(signed).digest("base64url")}`
}

/** A token that says it needs no signature. */
export function unsignedToken(claims: object, algorithm = "none"): string {
  return `${encode({ alg: algorithm, typ: "JWT" })}.${encode(claims)}.`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>
}
