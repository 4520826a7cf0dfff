import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { RawReply } from "../../../trivet/tests/attacks/raw-reply.ts"
import { RawSocket } from "../../../trivet/tests/attacks/raw-socket.ts"
import { AttackedProcess } from "./attacked-process.ts"

const megabyte = 1024 * 1024
const limits = { maxFiles: 3, maxFields: 20, maxFieldSize: "10 KB" } as const

let attacked: AttackedProcess
beforeAll(async () => {
  attacked = await AttackedProcess.start({ ...limits, maxTotal: "1 MB", maxFileSize: "1 MB" })
})
afterAll(() => attacked.stop())

const boundary = "----b"
const multipart = `multipart/form-data; boundary=${boundary}`

function text(name: string, value: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
}

function fileHead(claimed: string, name = "file"): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${claimed}"\r\n\r\n`
}

const end = `\r\n--${boundary}--\r\n`
const whole = (content: string, claimed = "a") => `${text("title", "T")}${fileHead(claimed)}${content}${end}`

function headOf(length: number | "chunked", type = multipart): string {
  const framing = length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`
  return `POST / HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`
}

/** Sends a body and gives the reply. Afterwards the process must answer as before, with nothing on its disk. */
async function send(body: string, type = multipart): Promise<RawReply> {
  const bytes = Buffer.from(body, "latin1")
  const socket = await RawSocket.open(attacked.port)
  socket.write(headOf(bytes.length, type))
  socket.write(bytes)
  const reply = await socket.reply("POST", 10_000)
  socket.end()
  await isUnharmed()
  return reply!
}

async function isUnharmed(): Promise<void> {
  const socket = await RawSocket.open(attacked.port)
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  expect((await socket.reply())?.status).toBe(200)
  socket.end()
  await expect.poll(() => attacked.files(), { interval: 5 }).toEqual([])
}

function told({ body }: RawReply): unknown {
  return JSON.parse(body)
}

/** Sends pieces for as long as the server takes them, and gives its reply and how many bytes were sent. */
async function pour(
  piece: string,
  first: string,
): Promise<{ reply: RawReply | undefined; closed: boolean; sent: number }> {
  const socket = await RawSocket.open(attacked.port)
  socket.write(headOf("chunked"))
  const chunk = (content: string) => socket.write(`${content.length.toString(16)}\r\n${content}\r\n`)
  chunk(first)
  const replied = socket.reply("POST", 10_000)
  let sent = 0
  while (!socket.closed && sent < 100 * megabyte) {
    sent += piece.length
    if (!chunk(piece)) await socket.drained()
  }
  const reply = await replied
  const closed = await socket.closes()
  socket.end()
  await isUnharmed()
  return { reply, closed, sent }
}

describe("a file over its limit", () => {
  it("is taken up to the last byte of the limit, framing included", async () => {
    const framing = whole("").length
    const reply = await send(whole("x".repeat(megabyte - framing)))
    expect(told(reply)).toEqual({ title: "T", name: "a", size: megabyte - framing })
    expect((await send(whole("x".repeat(megabyte - framing + 1)))).status).toBe(413)
  })

  it.each([
    ["in a file", whole("")],
    ["in a text", text("title", "").replace("\r\n\r\n\r\n", "\r\n\r\n")],
    ["in a part's header", `--${boundary}\r\nX: `],
    ["before the first part", "nothing"],
    ["after the last part", whole("x")],
  ])("is refused when it never ends: %s", async (_, first) => {
    const { reply, closed, sent } = await pour(
      "x".repeat(32 * 1024),
      first.replace(_ === "in a file" ? end : "\0", ""),
    )
    expect(reply?.status).toBe(413)
    expect(closed).toBe(true)
    // What the system buffers on the way is more than what is read.
    expect(sent).toBeLessThan(50 * megabyte)
  })

  it("is refused by its declared length before a byte is sent", async () => {
    const socket = await RawSocket.open(attacked.port)
    socket.write(headOf(megabyte + 1))
    expect((await socket.reply("POST"))?.status).toBe(413)
    socket.end()
  })
})

describe("a form of many parts", () => {
  it.each([
    ["10,000 texts", text("a", "").repeat(10_000)],
    ["8,000 files", `${fileHead("a")}\r\n`.repeat(8_000)],
    ["8,000 files of other names", `${fileHead("a", "other")}\r\n`.repeat(8_000)],
    ["10,000 parts without a name", `--${boundary}\r\nX: y\r\n\r\n\r\n`.repeat(10_000)],
  ])("is refused: %s", async (_, parts) => {
    expect((await send(`${parts}--${boundary}--\r\n`)).status).toBe(413)
  })

  it.each([
    ["lines", (over: number) => "X: y\r\n".repeat(19 + over)],
    ["bytes", (over: number) => `X: ${"y".repeat(8_100 + over * 200)}\r\n`],
  ])("has no name beyond the limit of %s in a part's header", async (_, header) => {
    const body = (over: number) =>
      `${text("title", "T").replace("\r\n", `\r\n${header(over)}`)}${end.slice(2)}`
    expect(told(await send(body(0)))).toEqual({ title: "T" })
    expect((await send(body(1))).status).toBe(422)
  })

  it("keeps no more of a part's header than its limit", async () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `X-${at}: y`).join("\r\n")
    for (const header of [`X: ${"y".repeat(100 * 1024)}`, many]) {
      const long = fileHead("a").replace("\r\n\r\n", `\r\n${header}\r\n\r\n`)
      const { status } = await send(`${text("title", "T")}${long}x${end}`)
      expect([200, 422]).toContain(status)
    }
    const name = `${text("title", "T")}${fileHead("y".repeat(100 * 1024))}x${end}`
    expect([200, 400, 422]).toContain((await send(name)).status)
  })
})

describe("a form in chunks of one byte", () => {
  it("is read like any other", async () => {
    const socket = await RawSocket.open(attacked.port)
    socket.write(headOf("chunked"))
    const file = "y".repeat(40_000)
    const chunks = Array.from(whole(file), (byte) => `1\r\n${byte}\r\n`)
    socket.write(`${chunks.join("")}0\r\n\r\n`)
    expect(told((await socket.reply("POST", 20_000))!)).toEqual({ title: "T", name: "a", size: 40_000 })
    socket.end()
  })
})

describe("a file's name", () => {
  it.each([
    ["../../../etc/passwd", "passwd"],
    ["..", "file"],
    [".", "file"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["/etc/passwd", "passwd"],
    ["C:\\a\\b.png", "b.png"],
    ["a\0.png", "a.png"],
    ["%2e%2e%2f", "%2e%2e%2f"],
    ["a/", "file"],
    [" ", "file"],
    ["x".repeat(5_000), "x".repeat(200)],
    ["\xe2\x80\xaegnp.exe", "gnp.exe"],
    ["__proto__", "__proto__"],
    ["a;b", "a;b"],
    ["\xff\xfe", "\ufffd\ufffd"],
  ])("is never a path: %.30j", async (claimed, name) => {
    expect(told(await send(whole("x", claimed)))).toEqual({ title: "T", name, size: 1 })
  })

  it.each(["a\r\nX: y", "a\nb", 'a"; name="title'])("does not break out of its line: %j", async (claimed) => {
    expect([200, 400, 422]).toContain((await send(whole("x", claimed))).status)
  })
})

describe("a malformed form", () => {
  const good = whole("content")

  it.each([
    ["no boundary", "multipart/form-data"],
    ["an empty boundary", "multipart/form-data; boundary="],
    ["an empty quoted boundary", 'multipart/form-data; boundary=""'],
    ["a long boundary", `multipart/form-data; boundary=${"b".repeat(71)}`],
    ["another boundary", "multipart/form-data; boundary=other"],
    ["two types", `${multipart}, application/json`],
  ])("is 400: %s", async (_, type) => {
    expect((await send(good, type)).status).toBe(400)
  })

  it("is 400 with a boundary of more than 70 characters, and only then", async () => {
    const sendWith = (length: number) => {
      const long = "b".repeat(length)
      return send(good.replaceAll(boundary, long), `multipart/form-data; boundary=${long}`)
    }
    expect((await sendWith(70)).status).toBe(200)
    expect((await sendWith(71)).status).toBe(400)
  })

  it("is 400 wherever it is cut off", async () => {
    for (let length = 0; length < good.length - 4; length += 7)
      expect((await send(good.slice(0, length))).status, `cut at ${length}`).toBe(400)
  })

  it.each([
    ["a part that ends in its header", `${text("title", "T")}--${boundary}\r\nContent-Dispo${end}`],
    ["a text that is not UTF-8", text("title", "\xff") + end],
    ["half a character", text("title", "\xed\xa0\x80") + end],
  ])("is 400: %s", async (_, body) => {
    expect((await send(body)).status).toBe(400)
  })

  it("is answered and leaves nothing, whatever is broken in it", async () => {
    const breaking = fc.array(
      fc.record({
        at: fc.nat(good.length),
        drop: fc.nat(12),
        put: fc.constantFrom("", "\r\n", "--", boundary, '"', "\0", ";", "\r\n\r\n", "\xff"),
      }),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(breaking, async (changes) => {
        let body = good
        for (const { at, drop, put } of changes) body = body.slice(0, at) + put + body.slice(at + drop)
        expect([200, 400, 413, 422]).toContain((await send(body)).status)
      }),
      { numRuns: Number(process.env["RUNS"] ?? 60) },
    )
  }, 120_000)

  it("has the names of a prototype for plain data", async () => {
    const odd = text("__proto__", "a") + text("constructor", "b") + fileHead("x", "__proto__") + `y\r\n`
    expect(told(await send(odd + whole("z")))).toEqual({ title: "T", name: "a", size: 1 })
  })
})

describe("a client that goes away in mid-upload", () => {
  it("leaves no file", async () => {
    for (let time = 0; time < 50; time++) {
      const socket = await RawSocket.open(attacked.port)
      socket.write(headOf(500_000) + text("title", "T") + fileHead("a") + "x".repeat(time * 4_000))
      if (time % 5 === 1) await expect.poll(() => attacked.files(), { interval: 5 }).not.toEqual([])
      socket.end()
    }
    await isUnharmed()
    expect(await attacked.files()).toEqual([])
  })
})

describe("what was tried", () => {
  it("has raised no error of ours", async () => {
    expect((await attacked.tell()).errors).toBe(0)
  })
})

describe("an upload of 200 MB", () => {
  it("is streamed: memory does not grow with it", async () => {
    const large = await AttackedProcess.start({ ...limits, maxTotal: "300 MB", maxFileSize: "300 MB" })
    try {
      const { now: before } = await large.tell()
      const size = 200 * megabyte
      const first = text("title", "T") + fileHead("a")
      const socket = await RawSocket.open(large.port)
      socket.write(headOf(first.length + size + end.length) + first)
      const piece = Buffer.alloc(megabyte, "x")
      for (let sent = 0; sent < size; sent += piece.length) if (!socket.write(piece)) await socket.drained()
      socket.write(end)
      const reply = await socket.reply("POST", 60_000)
      socket.end()
      expect(told(reply!)).toEqual({ title: "T", name: "a", size })
      const { most } = await large.tell()
      // One tenth of the file would be held already by a reader that does not wait for its disk.
      expect((most - before) / megabyte).toBeLessThan(100)
      await expect.poll(() => large.files()).toEqual([])
    } finally {
      await large.stop()
    }
  }, 120_000)
})
