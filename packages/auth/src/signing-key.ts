import { randomBytes } from "node:crypto"
import type { AuthSettings } from "./auth-settings.ts"

const fewest = 32

/** The key that signs and verifies. An empty one never does either. */
export function signingKeyOf({ secret, production }: AuthSettings): Uint8Array {
  const bytes = Buffer.from(secret, "utf8")
  if (production && bytes.length < fewest) {
    throw new Error(
      `JWT_SECRET has ${bytes.length} bytes and needs ${fewest} in production. Make one: openssl rand -base64 48`,
    )
  }
  return bytes.length > 0 ? bytes : randomBytes(fewest)
}
