import { createClient } from "trivet/client"
import type { AccessSetup } from "trivet/testing"
import { Notes } from "../notes/notes-contract.ts"
import { logIn, signUp } from "./create-api.ts"

const newEmail = (name: string) => `${name}-${crypto.randomUUID()}@example.org`

/** Who calls the API: somebody without a token, and two users. Ada owns what `prepare()` makes. `src/access.test.ts` and `npx trivet fuzz` call as each of them. */
export const access: AccessSetup = async (server) => {
  // Other addresses each time: a database may have those of earlier runs.
  const [adaEmail, bobEmail] = [newEmail("ada"), newEmail("bob")]
  const [ada, bob] = [await signUp(server, adaEmail), await signUp(server, bobEmail)]
  let hasEnded = false
  const notes = createClient(Notes, server)
  return {
    callers: {
      anonymous: {},
      ada: { credentials: ["bearer"], roles: ["owner"], headers: ada },
      bob: { credentials: ["bearer"], headers: bob },
    },
    // A new note for each call: the call may change or remove it. After a logout, new tokens.
    async prepare({ path }) {
      if (hasEnded) {
        Object.assign(ada, await logIn(server, adaEmail))
        Object.assign(bob, await logIn(server, bobEmail))
      }
      hasEnded = path === "/auth/logout"
      const { body } = await notes.create({ headers: ada, body: { title: "Milk" } }).orThrow()
      return { params: { id: body.id } }
    },
  }
}
