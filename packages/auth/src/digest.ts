import { createHash } from "node:crypto"

/** The hash that is stored in place of a token, key or session id: a leaked store does not reveal usable credentials. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url")
}
