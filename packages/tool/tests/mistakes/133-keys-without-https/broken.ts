// The keys of an issuer, over a connection that anybody can change.
import { appOfIssuer } from "../auth-app.ts"
import type { Expected } from "../expected.ts"

const company = { issuer: "https://id.example.com/", audience: "https://api.example.com" }

export const root = appOfIssuer({ ...company, keys: "http://id.example.com/keys" })
export const expected = { code: "AUTH_ISSUER_INVALID" } satisfies Expected
