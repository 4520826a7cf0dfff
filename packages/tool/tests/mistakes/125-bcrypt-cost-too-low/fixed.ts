// Fixed as the fault says.
import { appWith } from "../auth-app.ts"

export const root = appWith({ cost: 4 })
