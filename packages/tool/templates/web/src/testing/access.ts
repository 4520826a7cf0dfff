import type { AccessSetup } from "trivet/testing"

// Other addresses each time: a database may have those of earlier runs.
const newPerson = (name: string) => ({
  email: `${name}-${crypto.randomUUID()}@example.org`,
  password: "correct horse",
  name,
})

/** Who visits the site: somebody who is not signed in, and two users. Ada owns what `prepare()` makes. `src/access.test.ts` and `npx trivet fuzz` call as each of them. */
export const access: AccessSetup = async (server) => {
  const [ada, bob] = [newPerson("ada"), newPerson("bob")]
  const send = async (path: string, person: typeof ada) => {
    const init = { method: "POST", body: new URLSearchParams(person), redirect: "manual" } as const
    const reply = await server.fetch(new Request(`${server.url}${path}`, init))
    if (reply.status >= 400) throw new Error(`POST ${path} was answered with ${reply.status}`)
    const cookies = reply.headers.getSetCookie().map((line) => line.split(";", 1)[0])
    return { cookie: cookies.join("; ") }
  }
  const [adaHeaders, bobHeaders] = [await send("/sign-up", ada), await send("/sign-up", bob)]
  let hasEnded = false
  return {
    callers: {
      anonymous: {},
      ada: { credentials: ["session"], roles: ["owner"], headers: adaHeaders },
      bob: { credentials: ["session"], headers: bobHeaders },
    },
    async prepare({ path }) {
      // Sessions that a call has ended begin again before the next one.
      if (hasEnded) {
        Object.assign(adaHeaders, await send("/sign-in", ada))
        Object.assign(bobHeaders, await send("/sign-in", bob))
      }
      hasEnded = path === "/sign-out"
      const params = {}
      return { form: {}, params }
    },
  }
}
