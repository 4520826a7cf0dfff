import { match, ok, strictEqual } from "node:assert/strict"
import { type Case, decided, expectError } from "../case.ts"

/** Statements about the limit of logins. They use up an account's attempts, not an address's. */
export const limits: readonly Case[] = [
  decided(
    "login: after 10 failures of one account, 429 with Retry-After, also for the right password",
    async (api) => {
      const { email, password } = await api.register()
      for (let failures = 0; failures < 10; failures++)
        expectError(
          await api.post("/auth/login", { email, password: "wrong wrong" }),
          401,
          "Invalid credentials",
        )
      const limited = await api.post("/auth/login", { email, password })
      expectError(limited, 429, "Too Many Requests")
      match(String(limited.headers["retry-after"]), /^\d+$/)
      // A stranger could have done this: the first wait is short.
      ok(Number(limited.headers["retry-after"]) > 0)
      ok(Number(limited.headers["retry-after"]) <= 60)
      for (const path of ["/auth/token", "/auth/session"])
        strictEqual((await api.post(path, { email, password })).status, 429)
    },
  ),
  decided("login: successes do not count", async (api) => {
    const { email, password } = await api.register()
    for (let logins = 0; logins < 12; logins++)
      strictEqual((await api.post("/auth/login", { email, password })).status, 200)
  }),
]
