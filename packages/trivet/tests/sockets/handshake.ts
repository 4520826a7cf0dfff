import { randomBytes } from "node:crypto"
import { RawSocket } from "../attacks/raw-socket.ts"

/** The head of a request that opens a socket. */
export function handshake(path: string, more: readonly string[] = []): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: a.example",
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    ...more,
    "\r\n",
  ].join("\r\n")
}

/** An open socket without a client library: it answers no ping, and sends the frames that it is given. */
export async function openRaw(port: number, path: string): Promise<RawSocket> {
  const raw = await RawSocket.open(port)
  raw.write(handshake(path))
  await raw.until(/101 Switching/)
  return raw
}
