import { connect, type Socket } from "node:net"
import { randomBytes } from "node:crypto"

// Opens many connections from a process of its own, reads as fast as it can, and answers signs of life. It says how many
// bytes have come, when it is asked. Connections are bare: a client that parses messages would cost more than the server.
const [, , port = "", count = "1", path = "/room", protocol = "websocket"] = process.argv
const isSocket = protocol === "websocket"
const upgrade = () =>
  `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n`
let bytes = 0

function open(): Promise<Socket> {
  return new Promise((give, refuse) => {
    const socket = connect(Number(port), "127.0.0.1")
    socket.once("error", refuse)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${isSocket ? upgrade() : ""}\r\n`)
    socket.once("data", (head: Buffer) => {
      if (!head.toString("latin1").startsWith(isSocket ? "HTTP/1.1 101" : "HTTP/1.1 200"))
        return refuse(new Error(head.toString("latin1")))
      socket.on("data", (piece: Buffer) => {
        // A ping without a body has two bytes, and nothing else here is so short.
        if (isSocket && piece.length === 2 && piece[0] === 0x89) socket.write(pong)
        else bytes += piece.length
      })
      give(socket)
    })
  })
}

const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const all: Socket[] = []
while (all.length < Number(count)) {
  const some = Math.min(100, Number(count) - all.length)
  all.push(...(await Promise.all(Array.from({ length: some }, open))))
}
process.on("message", () => process.send!(bytes))
process.send!("open")
