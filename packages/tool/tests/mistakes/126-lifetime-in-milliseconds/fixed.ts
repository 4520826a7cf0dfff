// Fixed as the fault says.
import { appWith } from "../auth-app.ts"

export const root = appWith({ lifetimeSeconds: { access: 24 * 60 * 60 } })
