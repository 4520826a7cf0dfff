import type { AccessSetup } from "trivet/testing"

/** The callers of the notes: the owner of what calls name, and somebody else. */
export const access: AccessSetup = (server) => ({
  callers: {
    owner: { credentials: ["bearer"], roles: ["owner"], headers: { authorization: "Bearer token-of-ada" } },
    other: { credentials: ["bearer"], headers: { authorization: "Bearer token-of-bob" } },
  },
  async prepare({ path, method }) {
    if (!path.includes(":id")) return method === "POST" ? { json: { text: "Hello" } } : {}
    const headers = { authorization: "Bearer token-of-ada", "content-type": "application/json" }
    const sent = new Request(`${server.url}/notes`, { method: "POST", headers, body: '{"text":"Hello"}' })
    const { id } = (await (await server.fetch(sent)).json()) as { readonly id: string }
    return { params: { id } }
  },
})
