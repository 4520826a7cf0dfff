import { createHash } from "node:crypto"

/** What is stored in place of a token, key or session id: whoever reads the store cannot use it. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url")
}
