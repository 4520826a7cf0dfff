import { WebSocket } from "ws"
import { monotonic } from "./monotonic.ts"

// The readers of a room, in a process of their own. Asked for a number of messages, it waits until every reader has got
// as many, and gives their latencies in milliseconds.
const [, , url = "", count = "1"] = process.argv
let latencies: number[] = []
let wake: () => void = () => undefined

function open(): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false })
  socket.on("message", (bytes: Buffer) => {
    const { data } = JSON.parse(bytes.toString()) as { readonly data: { readonly due: number } }
    latencies.push(monotonic() - data.due)
    wake()
  })
  // Every message counts: a reader that is gone would leave the others' latencies alone.
  socket.on("close", () => process.exit(1))
  return new Promise((give, refuse) => socket.on("open", give).on("error", refuse))
}

await Promise.all(Array.from({ length: Number(count) }, open))

process.on("message", (messages: number) => {
  wake = () => {
    if (latencies.length < messages * Number(count)) return
    process.send!(latencies)
    latencies = []
    wake = () => undefined
  }
  wake()
})
process.send!("open")
