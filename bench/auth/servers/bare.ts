import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { verify } from "@node-rs/bcrypt"
import type { Start } from "../../http/start.ts"
import { account } from "../account.ts"
import { issuer, makeToken, secret } from "../tokens.ts"

interface Claims {
  readonly user_id: string
  readonly email: string
  readonly iss: string
  readonly exp: number
}

/** `node:http`, an HMAC and bcrypt by hand: what Trivet's pieces are measured against. */
export const start: Start = () => {
  const server = createServer((request, response) => {
    if (request.method === "POST" && request.url === "/login") return void login(request, response)
    if (request.url !== "/me") return send(response, 404, { error: "Not Found" })
    const claims = claimsOf(request.headers.authorization)
    if (claims === undefined) return send(response, 401, { error: "Invalid token" })
    send(response, 200, { id: claims.user_id, email: claims.email })
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port))
  })
}

function claimsOf(header: string | undefined): Claims | undefined {
  if (header === undefined || !header.startsWith("Bearer ")) return undefined
  const dot = header.lastIndexOf(".")
  const signed = header.slice(7, dot)
  const own = createHmac("sha256", secret).update(signed).digest()
  const shown = Buffer.from(header.slice(dot + 1), "base64url")
  if (shown.length !== own.length || !timingSafeEqual(shown, own)) return undefined
  const claims = JSON.parse(
    Buffer.from(signed.slice(signed.indexOf(".") + 1), "base64url").toString(),
  ) as Claims
  return claims.exp * 1000 > Date.now() && claims.iss === issuer ? claims : undefined
}

async function login(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { email, password } = JSON.parse(Buffer.concat(chunks).toString()) as {
    email: string
    password: string
  }
  const isHis = email === account.email && (await verify(password, account.hash))
  if (!isHis) return send(response, 401, { error: "Invalid credentials" })
  send(response, 200, { token: makeToken(1).length })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  })
  response.end(text)
}
