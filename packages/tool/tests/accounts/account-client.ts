import { setTimeout as sleep } from "node:timers/promises"

/** The headers with which a signed-in client sends requests. */
export type Credential = Readonly<Record<string, string>>

/** What a user of an application does, over HTTP. `undefined` and `false` mean that the application refused. */
export interface AccountClient {
  signUp(email: string, password: string): Promise<void>
  signIn(url: string, email: string, password: string): Promise<Credential | undefined>
  isOpen(url: string, credential: Credential): Promise<boolean>
  /** Returns the new credential. */
  changePassword(
    url: string,
    credential: Credential,
    given: { readonly current: string; readonly password: string },
  ): Promise<Credential | undefined>
  resetPassword(url: string, token: string, password: string): Promise<boolean>
  askEmail(url: string, credential: Credential, email: string, password: string): Promise<boolean>
  confirmEmail(url: string, token: string): Promise<boolean>
  /** Returns the headers with which a program sends the key. */
  createKey(url: string, credential: Credential, password: string): Promise<Credential | undefined>
  isOpenToKey(url: string, key: Credential): Promise<boolean>
  /** Ends all sessions. Returns the new credential, where there is one. */
  endAll(url: string, credential: Credential, password: string): Promise<Credential | undefined>
  /** Asks to delete the account. On a site the reply does not tell whether that was done. */
  delete(url: string, credential: Credential, password: string): Promise<void>
}

let network = 0

/** Sends a request, each time from another network, so that no limit is reached. Repeats one that an overloaded process rejected. */
async function send(address: string, init: RequestInit, headers: Credential = {}): Promise<Response> {
  network++
  const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
  const reply = await fetch(address, {
    ...init,
    headers: { ...headers, ...(init.headers as Credential), "x-forwarded-for": from },
    redirect: "manual",
  })
  if (reply.status !== 503) return reply
  await reply.text()
  await sleep(200)
  return send(address, init, headers)
}

/** The client of a site: forms and session cookies. */
export function siteClient(origin: string): AccountClient {
  const form = (url: string, path: string, fields: Credential, credential?: Credential) =>
    send(
      `${url}${path}`,
      { method: "POST", body: new URLSearchParams(fields), headers: { accept: "text/html" } },
      credential,
    )
  const leadsTo = async (reply: Response, path: string) => {
    await reply.text()
    return reply.status === 303 && reply.headers.get("location") === path
  }
  const cookieOf = (reply: Response): Credential => ({
    cookie: reply.headers
      .getSetCookie()
      .map((line) => line.split(";", 1)[0])
      .join("; "),
  })
  return {
    async signUp(email, password) {
      const reply = await form(origin, "/sign-up", { name: "Ada", email, password })
      if (!(await leadsTo(reply, "/"))) throw new Error(`sign-up: ${reply.status}`)
    },
    async signIn(url, email, password) {
      const reply = await form(url, "/sign-in", { email, password })
      return (await leadsTo(reply, "/")) ? cookieOf(reply) : undefined
    },
    async isOpen(url, credential) {
      const reply = await send(`${url}/account`, {}, credential)
      await reply.text()
      return reply.status === 200
    },
    async changePassword(url, credential, { current, password }) {
      const reply = await form(url, "/account/password", { current_password: current, password }, credential)
      return (await leadsTo(reply, "/account")) ? cookieOf(reply) : undefined
    },
    resetPassword: async (url, token, password) =>
      leadsTo(await form(url, "/reset-password", { token, password }), "/sign-in"),
    askEmail: async (url, credential, email, password) =>
      leadsTo(await form(url, "/account/email", { email, password }, credential), "/account"),
    confirmEmail: async (url, token) => leadsTo(await form(url, "/confirm-email", { token }), "/"),
    async createKey(url, credential, password) {
      const reply = await form(url, "/account/keys", { name: "nightly", password }, credential)
      const key = /tk_[\w-]{43}/.exec(await reply.text())?.[0]
      return key === undefined ? undefined : { "x-api-key": key }
    },
    isOpenToKey: async (url, key) => (await send(`${url}/api/key`, {}, key)).status === 200,
    async endAll(url, credential, password) {
      const reply = await form(url, "/account/end-sessions", { password }, credential)
      return (await leadsTo(reply, "/account")) ? cookieOf(reply) : undefined
    },
    delete: async (url, credential, password) => {
      await form(url, "/account/delete", { password }, credential)
    },
  }
}

/** The client of an API: JSON and access tokens. */
export function apiClient(origin: string): AccountClient {
  const call = (method: string, address: string, body: object, credential?: Credential) =>
    send(
      address,
      { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } },
      credential,
    )
  const tokenOf = async (reply: Response): Promise<Credential | undefined> => {
    const { token } = (await reply.json()) as { readonly token?: string }
    return reply.status === 200 ? { authorization: `Bearer ${token}` } : undefined
  }
  return {
    async signUp(email, password) {
      const reply = await call("POST", `${origin}/auth/register`, { name: "Ada", email, password })
      if (reply.status !== 201) throw new Error(`sign-up: ${reply.status} ${await reply.text()}`)
    },
    signIn: async (url, email, password) =>
      tokenOf(await call("POST", `${url}/auth/login`, { email, password })),
    isOpen: async (url, credential) => (await send(`${url}/account`, {}, credential)).status === 200,
    changePassword: async (url, credential, { current, password }) =>
      tokenOf(
        await call("PUT", `${url}/account/password`, { current_password: current, password }, credential),
      ),
    resetPassword: async (url, token, password) =>
      (await call("POST", `${url}/auth/reset-password`, { token, password })).status === 204,
    askEmail: async (url, credential, email, password) =>
      (await call("PUT", `${url}/account/email`, { email, password }, credential)).status === 202,
    confirmEmail: async (url, token) =>
      (await call("POST", `${url}/auth/confirm-email`, { token })).status === 204,
    async createKey(url, credential, password) {
      const reply = await call("POST", `${url}/account/keys`, { name: "nightly", password }, credential)
      const { key } = (await reply.json()) as { readonly key?: string }
      return reply.status === 201 ? { "x-api-key": key! } : undefined
    },
    isOpenToKey: async (url, key) => (await send(`${url}/auth/key`, {}, key)).status === 200,
    async endAll(url, credential, password) {
      await call("POST", `${url}/account/end-tokens`, { password }, credential)
      return undefined
    },
    delete: async (url, credential, password) => {
      await call("POST", `${url}/account/delete`, { password }, credential)
    },
  }
}
