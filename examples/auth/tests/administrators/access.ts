import { AccessTokens, Revocations } from "@trivet/auth"
import type { AccessSetup, TestApp } from "trivet/testing"
import { access as accessOfAll } from "../access.ts"

const roles = ["user", "support", "admin", "nothing"]

/** The callers of the service, and one of each role. No route gives a role, so `server` must be a `TestApp`. */
export const access: AccessSetup = async (server) => {
  const { callers, prepare } = await accessOfAll(server)
  const app = server as TestApp
  const [tokens, revocations] = [app.get(AccessTokens), app.get(Revocations)]
  const members = roles.map((role) => ({ role, headers: { authorization: "" } }))
  const begin = async () => {
    for (const { role, headers } of members) {
      const user = { user_id: crypto.randomUUID(), email: `${role}@example.com`, role }
      const generation = await revocations.generationOf(user.user_id)
      headers.authorization = `Bearer ${await tokens.create(user, generation)}`
    }
  }
  return {
    callers: {
      ...callers,
      ...Object.fromEntries(
        members.map(({ role, headers }) => [
          `with the role ${role}`,
          { credentials: ["bearer"], roles: [role], headers },
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
