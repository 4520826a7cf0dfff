import type { AccessSetup } from "trivet/testing"
import { logIn, signUp } from "./create-api.ts"

const newEmail = (name: string) => `${name}-${crypto.randomUUID()}@example.org`

/** Who calls the API: somebody without a token, and two users. `src/access.test.ts` and `npx trivet fuzz` call as each of them. */
export const access: AccessSetup = async (server) => {
  // Other addresses each time: a database may have those of earlier runs.
  const [adaEmail, bobEmail] = [newEmail("ada"), newEmail("bob")]
  const [ada, bob] = [await signUp(server, adaEmail), await signUp(server, bobEmail)]
  let hasEnded = false
  return {
    callers: {
      anonymous: {},
      ada: { credentials: ["bearer"], headers: ada },
      bob: { credentials: ["bearer"], headers: bob },
    },
    // Called before each call. After a logout, new tokens. Routes with parameters: return { params: { id } } of a row of Ada's.
    async prepare({ path }) {
      if (hasEnded) {
        Object.assign(ada, await logIn(server, adaEmail))
        Object.assign(bob, await logIn(server, bobEmail))
      }
      hasEnded = path === "/auth/logout"
      return {}
    },
  }
}
