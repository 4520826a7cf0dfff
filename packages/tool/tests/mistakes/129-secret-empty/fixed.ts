// Fixed as the fault says.
import { appWith } from "../auth-app.ts"

export const root = appWith({ secret: ["0123456789abcdef".repeat(4)] })
