import { connect, type Socket } from "node:net"

/** Sends the head of an upload and the first byte of its body. */
export function startUpload(port: number, address: string): Socket {
  const head = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\nx"
  return connect({ port, host: "127.0.0.1", localAddress: address }, function (this: Socket) {
    this.write(head)
  }).on("error", () => undefined)
}

/** Sends a body of so many bytes in equal pieces, one every 100 ms. Gives the reply's first line. */
export function sendSteadily(port: number, length: number, pieces: number): Promise<string> {
  return new Promise((answered) => {
    let sent = 0
    const head = `POST /upload HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
    const socket = connect(port, "127.0.0.1", () => socket.write(head))
    const timer = setInterval(() => {
      if (sent++ < pieces) socket.write("x".repeat(length / pieces))
    }, 100)
    socket.on("error", () => undefined)
    socket.once("data", (data) => {
      answered(String(data).split("\r\n")[0]!)
      socket.destroy()
    })
    socket.on("close", () => {
      clearInterval(timer)
      answered("closed without a reply")
    })
  })
}

/** Sends a text byte by byte, one a second, after what is sent at once. Tells when the other side closed, in ms. */
export function sendSlowly(port: number, atOnce: string, slowly: string): Promise<number> {
  return new Promise((closed) => {
    let sent = 0
    const socket = connect(port, "127.0.0.1", () => socket.write(atOnce))
    const began = performance.now()
    const timer = setInterval(() => socket.write(slowly[sent++ % slowly.length]!), 1_000)
    socket.on("error", () => undefined)
    socket.on("data", () => undefined)
    socket.on("close", () => {
      clearInterval(timer)
      closed(performance.now() - began)
    })
  })
}

/** How a client reads: at a pace for a while, then not at all for a while, then as fast as it can. */
export interface ReadingPlan {
  readonly bytesPerSecond: number
  readonly milliseconds: number
  readonly pause: number
}

/** Reads a reply slowly at first. Gives how many bytes came in all, when it is complete or the other side closed. */
export function readSlowly(port: number, path: string, plan: ReadingPlan): Promise<number> {
  return new Promise((over) => {
    let length = 0
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    )
    const began = performance.now()
    socket.pause()
    socket.on("data", (data) => {
      length += data.length
      const slow = performance.now() - began < plan.milliseconds
      if (!slow) return
      socket.pause()
      setTimeout(() => socket.resume(), (data.length * 1_000) / plan.bytesPerSecond)
    })
    setTimeout(() => socket.resume(), 10)
    setTimeout(() => {
      socket.pause()
      setTimeout(() => socket.resume(), plan.pause)
    }, plan.milliseconds)
    socket.on("error", () => undefined)
    socket.on("close", () => over(length))
  })
}
