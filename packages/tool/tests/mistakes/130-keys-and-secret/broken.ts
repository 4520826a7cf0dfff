// Key pairs were added, and the secret stayed.
import { generateKeyPairSync } from "node:crypto"
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

const { privateKey } = generateKeyPairSync("ed25519")
const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString()

export const root = appWith({ keys: [{ algorithm: "EdDSA", key }], secret: "0123456789abcdef".repeat(4) })
export const expected = { code: "AUTH_KEYS_AND_SECRET" } satisfies Expected
