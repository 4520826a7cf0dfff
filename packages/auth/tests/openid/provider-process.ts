// A program: a real OpenID provider on this machine, for one client. It prints its address when it listens.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
// @ts-expect-error it has no types
import { Provider as Untyped } from "oidc-provider"

/** The parts of the library that are used here. */
const Provider = Untyped as new (
  issuer: string,
  configuration: object,
) => { callback(): (request: unknown, response: unknown) => void }

const server = createServer()
await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "client",
      client_secret: "the client's secret",
      redirect_uris: [process.env["CALLBACK"]],
      response_types: ["code"],
      grant_types: ["authorization_code"],
    },
  ],
  pkce: { required: () => true },
  claims: { openid: ["sub"], email: ["email", "email_verified"] },
  // Its own pages for development: any name signs in.
  features: { devInteractions: { enabled: true } },
  findAccount: (_: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: true }),
  }),
})

server.on("request", provider.callback())
console.log(issuer)
