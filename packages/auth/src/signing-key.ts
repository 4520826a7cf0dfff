import { randomBytes } from "node:crypto"
import type { AuthSettings } from "./auth-settings.ts"
import { fault } from "./faults.ts"

const fewest = 32

/** The key that signs and verifies. An empty one never does either. */
export function signingKeyOf({ secret, production }: AuthSettings): Uint8Array {
  const bytes = Buffer.from(secret, "utf8")
  if (production && bytes.length < fewest)
    throw fault("AUTH_SECRET_TOO_SHORT", { bytes: bytes.length, least: fewest })
  return bytes.length > 0 ? bytes : randomBytes(fewest)
}
