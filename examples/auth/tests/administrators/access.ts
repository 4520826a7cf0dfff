import { AccessTokens } from "@trivet/auth"
import type { AccessSetup, TestApp } from "trivet/testing"
import { access as accessOfAll } from "../access.ts"

const roles = ["user", "support", "admin", "nothing"]

/** The callers of the service, and one of each role. No route gives a role, so `server` must be a `TestApp`. */
export const access: AccessSetup = async (server) => {
  const { callers, prepare } = await accessOfAll(server)
  const tokens = (server as TestApp).get(AccessTokens)
  const members = roles.map((role) => ({ role, headers: { authorization: "" } }))
  const begin = async () => {
    for (const { role, headers } of members) {
      const user = { user_id: crypto.randomUUID(), email: `${role}@example.com`, role }
      headers.authorization = `Bearer ${await tokens.issue(user)}`
    }
  }
  return {
    callers: {
      ...callers,
      ...Object.fromEntries(
        members.map(({ role, headers }) => [
          `with the role ${role}`,
          { has: ["bearer"], is: [role], headers },
        ]),
      ),
    },
    async prepare(route) {
      // A call may have ended the tokens that it showed.
      await begin()
      return (await prepare?.(route)) ?? {}
    },
  }
}
