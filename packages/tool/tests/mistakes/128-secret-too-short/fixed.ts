// Fixed as the fault says.
import { appWith } from "../auth-app.ts"

export const root = appWith({ production: true, secret: "0123456789abcdef".repeat(4) })
