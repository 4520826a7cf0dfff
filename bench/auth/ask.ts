import { account } from "./account.ts"
import { makeToken } from "./tokens.ts"

/** What a server answers to calls whose answers must be the same for all of them, as one text. */
export async function askAll(url: string): Promise<string> {
  const me = async (authorization: string) => {
    const reply = await fetch(`${url}/me`, { headers: { authorization } })
    return `${reply.status} ${await reply.text()}`
  }
  const login = async (password: string) => {
    const body = JSON.stringify({ email: account.email, password })
    const reply = await fetch(`${url}/login`, { method: "POST", body })
    return `${reply.status} ${reply.status === 200 ? "a token" : await reply.text()}`
  }
  const token = makeToken(7)
  const bent = token.slice(0, -5) + "AAAAA"
  return [
    await me(`Bearer ${token}`),
    await me(`Bearer ${bent}`),
    await login(account.password),
    await login("wrong"),
  ].join("\n")
}
