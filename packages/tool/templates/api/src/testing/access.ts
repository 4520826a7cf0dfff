import { createClient } from "trivet/client"
import type { AccessSetup } from "trivet/testing"
import { Notes } from "../notes/notes-contract.ts"
import { logIn, signUp } from "./create-api.ts"

/** Who calls the API: somebody without a token, and two users. `src/access.test.ts` and `npx trivet fuzz` call as each of them. */
export const access: AccessSetup = async (server) => {
  const [ada, bob] = [await signUp(server, "ada@example.org"), await signUp(server, "bob@example.org")]
  let hasEnded = false
  const notes = createClient(Notes, server)
  return {
    callers: {
      anonymous: {},
      ada: { has: ["bearer"], headers: ada },
      bob: { has: ["bearer"], headers: bob },
    },
    // A new note for each call: the call may change or remove it. After a logout, new tokens.
    async prepare({ path }) {
      if (hasEnded) {
        Object.assign(ada, await logIn(server, "ada@example.org"))
        Object.assign(bob, await logIn(server, "bob@example.org"))
      }
      hasEnded = path === "/auth/logout"
      const { body } = await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()
      return { params: { id: body.id } }
    },
  }
}
