// A key pair of another kind than its algorithm.
import { generateKeyPairSync } from "node:crypto"
import { appWith } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

const { privateKey } = generateKeyPairSync("ed25519")
const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString()

export const root = appWith({ keys: [{ algorithm: "RS256", key }] })
export const expected = { code: "AUTH_KEY_INVALID" } satisfies Expected
