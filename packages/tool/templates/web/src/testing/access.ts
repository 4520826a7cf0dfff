import type { AccessSetup } from "trivet/testing"

/** Who visits the site: somebody who is not signed in, and a user. `src/access.test.ts` and `npx trivet fuzz` call as both. */
export const access: AccessSetup = async (server) => {
  // Another address each time: a database may have those of earlier runs.
  const ada = { email: `ada-${crypto.randomUUID()}@example.org`, password: "correct horse", name: "Ada" }
  const send = async (path: string) => {
    const init = { method: "POST", body: new URLSearchParams(ada), redirect: "manual" } as const
    const reply = await server.fetch(new Request(`${server.url}${path}`, init))
    if (reply.status >= 400) throw new Error(`POST ${path} was answered with ${reply.status}`)
    const cookies = reply.headers.getSetCookie().map((line) => line.split(";", 1)[0])
    return { cookie: cookies.join("; ") }
  }
  const headers = await send("/sign-up")
  let hasEnded = false
  return {
    callers: { anonymous: {}, ada: { credentials: ["session"], headers } },
    async prepare({ path }) {
      // A session that a call has ended begins again before the next one.
      if (hasEnded) Object.assign(headers, await send("/sign-in"))
      hasEnded = path === "/sign-out"
      return { form: {} }
    },
  }
}
