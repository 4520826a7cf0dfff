import { createHmac } from "node:crypto"

/** The key that both servers verify with. */
export const secret = "the key of the bench, of more than thirty-two bytes"

/** The issuer that both servers ask for. */
export const issuer = "bench"

/** A token with the claims of the full reference, made by hand. */
export function makeToken(id: number): string {
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    user_id: `u${id}`,
    email: `u${id}@example.com`,
    role: "user",
    iss: issuer,
    jti: crypto.randomUUID(),
  }
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...claims, iat, exp: iat + 86_400 })}`
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}
