// Fixed as the fault says.
import { appOfIssuer } from "../auth-app.ts"

const company = { issuer: "https://id.example.com/", audience: "https://api.example.com" }

export const root = appOfIssuer({ ...company, keys: "https://id.example.com/keys" })
