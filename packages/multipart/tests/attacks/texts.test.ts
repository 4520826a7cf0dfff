import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { RawSocket } from "../../../trivet/tests/attacks/raw-socket.ts"
import { ends, openLoop, quantile } from "../../../trivet/tests/load/open-loop.ts"
import { AttackedProcess } from "./attacked-process.ts"

// TRIVET_LONG=1 has strict bounds: for a machine that runs nothing else.
const long = process.env["TRIVET_LONG"] === "1"
const megabyte = 1024 * 1024
const clients = 60

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start({})
})
afterAll(() => attacked.stop())

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`
const text = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Sends texts of a megabyte each until the server closes or all are sent, and gives the status. */
async function pour(name: string, megabytes: number): Promise<number | undefined> {
  const socket = await RawSocket.open(attacked.port)
  const replied = socket.reply("POST", 15_000)
  socket.write(head((megabytes + 1) * megabyte))
  const part = text(name, "x".repeat(megabyte - 100))
  for (let sent = 0; sent < megabytes && !socket.closed; sent++)
    if (!socket.write(part)) await socket.drained()
  const reply = await replied
  socket.end()
  return reply?.status
}

/** Sends a text just below the limit, then a byte a second. Gives how long the server kept the connection, in ms. */
async function dribble(name: string): Promise<number> {
  const began = performance.now()
  const socket = await RawSocket.open(attacked.port)
  socket.write(head(30 * megabyte))
  socket.write(text(name, "x".repeat(0.9 * megabyte)).slice(0, -2))
  const timer = setInterval(() => socket.write("x"), 1_000)
  await socket.closes(25_000)
  clearInterval(timer)
  socket.end()
  return performance.now() - began
}

const atOnce = <Result>(run: (at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: clients }, (_, at) => run(at)))

// A name that the schema takes, and one that it does not.
const nameOf = (at: number) => (at % 2 === 0 ? "title" : "other")

describe("60 forms with much text", () => {
  it("are 413 at 1 MB of texts, and memory does not grow with what is sent", async () => {
    const before = (await attacked.tell()).now
    const statuses = await atOnce((at) => pour(nameOf(at), 8))
    // A busy machine rejects some before it reads them.
    expect(statuses.filter((status) => status !== 413 && status !== 503)).toEqual([])
    expect(statuses.filter((status) => status === 413).length).toBeGreaterThan(
      long ? clients - 1 : clients / 4,
    )
    const grown = ((await attacked.tell()).most - before) / megabyte
    noteFigure("forms with much text", `${clients} of 8 MB each`, `memory grew by ${Math.round(grown)} MB`)
    // They bring 480 MB, and each may have a limit's worth in a buffer that has just doubled.
    expect(grown).toBeLessThan(250)
  })

  it("are closed when they stop sending, and others are answered meanwhile", async () => {
    const before = (await attacked.tell()).now
    const load = openLoop({ port: attacked.port, path: "/" }, 100)
    const began = performance.now()
    // One after the other: all in one moment would measure how busy this client is.
    const took = await atOnce(async (at) => {
      await new Promise((go) => setTimeout(go, at * 20))
      return dribble(nameOf(at))
    })
    const fates = (await load.end()).filter(({ due }) => due >= began)
    const [p99, slowest] = [quantile(fates, 0.99), Math.max(...took) / 1_000]
    const grown = ((await attacked.tell()).most - before) / megabyte
    noteFigure(
      "forms that stop sending",
      `${clients} with 0.9 MB of text each`,
      `all closed within ${slowest.toFixed(1)} s; memory grew by ${Math.round(grown)} MB; p99 of others ${p99} ms`,
    )
    expect(slowest).toBeLessThan(long ? 12 : 20)
    expect(grown).toBeLessThan(250)
    // On a machine that is busy with other things some may be one too many.
    expect(ends(fates)[200]).toBeGreaterThanOrEqual(long ? fates.length : fates.length * 0.8)
    expect(p99).toBeLessThanOrEqual(long ? 50 : 2_000)
  })
})
