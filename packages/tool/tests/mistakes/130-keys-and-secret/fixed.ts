// Fixed as the fault says.
import { generateKeyPairSync } from "node:crypto"
import { appWith } from "../auth-app.ts"

const { privateKey } = generateKeyPairSync("ed25519")
const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString()

export const root = appWith({ keys: [{ algorithm: "EdDSA", key }] })
