import type { AccessSetup } from "trivet/testing"

/** Who visits the site: somebody who is not signed in, and a user. `src/access.test.ts` and `npx trivet fuzz` call as both. */
export const access: AccessSetup = async (server) => {
  const body = new URLSearchParams({ email: "ada@example.org", password: "correct horse", name: "Ada" })
  const request = new Request(`${server.url}/sign-up`, { method: "POST", body, redirect: "manual" })
  const reply = await server.fetch(request)
  const cookie = reply.headers.getSetCookie().map((line) => line.split(";", 1)[0])
  return {
    callers: { anonymous: {}, ada: { has: ["session"], headers: { cookie: cookie.join("; ") } } },
    prepare: () => ({ form: {} }),
  }
}
