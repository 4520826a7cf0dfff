import type { Case } from "./case.ts"
import { apiKeys } from "./cases/api-keys.ts"
import { limits } from "./cases/limits.ts"
import { login } from "./cases/login.ts"
import { refreshing } from "./cases/refresh.ts"
import { registration } from "./cases/registration.ts"
import { sessions } from "./cases/sessions.ts"

/** All statements that a server can be held to from outside, over HTTP alone. */
export const cases: readonly Case[] = [
  ...registration,
  ...login,
  ...refreshing,
  ...sessions,
  ...apiKeys,
  ...limits,
]
