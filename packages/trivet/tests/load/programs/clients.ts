import { connect } from "node:net"

// Clients in a process of their own: `clients.ts <port> <path> <count> <per second> <address> [hold | read]`. Each sends one
// call. Those that hold never read; those that read tell what came of it. Every line of output is one event.

const [port, path, count, perSecond, address, kind] = process.argv.slice(2)

for (let at = 0; at < Number(count); at++) setTimeout(open, (at * 1000) / Number(perSecond))

function open(): void {
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: address! })
  let first: string | undefined
  if (kind === "hold") socket.pause()
  else {
    socket.on("data", (data) => {
      if (first === undefined) console.log(JSON.stringify({ status: Number(String(data).slice(9, 12)) }))
      first ??= ""
    })
  }
  socket.on("connect", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))
  socket.on("error", () => undefined)
  socket.on("close", () => console.log(JSON.stringify({ closed: first !== undefined })))
}

process.stdin.on("end", () => process.exit(0)).resume()
