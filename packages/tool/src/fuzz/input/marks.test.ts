import { describe, expect, it } from "vitest"
import { markedIn, Marks, withMarks } from "./marks.ts"
import { uploadBody } from "./upload-body.ts"

describe("withMarks", () => {
  it("marks every text that may be any text, also in lists and objects", () => {
    const marks = new Marks()
    const text = { type: "string" }
    const schema = {
      properties: {
        title: { type: "string", maxLength: 100 },
        state: { type: "string", enum: ["open", "closed"] },
        code: { type: "string", maxLength: 5 },
        email: { type: "string", format: "email" },
        tags: { type: "array", items: text },
        author: { properties: { name: text } },
        published: { type: "boolean" },
        count: { type: "integer" },
      },
    }
    const body = {
      title: "a",
      state: "open",
      code: "b",
      email: "a@b.example",
      tags: ["c", "d"],
      author: { name: "e" },
      published: true,
      count: 7,
    }
    const marked = withMarks(body, schema, marks.next)
    const [title, address, first, second, name] = marks.made
    const texts = { title, email: `${address}@example.com`, tags: [first, second], author: { name } }
    expect(marked).toEqual({ ...body, ...texts, published: false })
    expect(new Set(marks.made).size).toBe(5)
  })
})

describe("uploadBody", () => {
  it("has a mark in each file, behind the first bytes of its type", () => {
    const marks = new Marks()
    const schema = {
      properties: {
        title: { type: "string" },
        picture: { type: "string", format: "binary", contentMediaType: "image/png, image/gif" },
      },
    }
    const { text = "", headers } = uploadBody({ title: "a", picture: "b" }, { schema }, marks.next)
    expect(headers).toEqual({ "content-type": "multipart/form-data; boundary=----trivet-fuzz" })
    expect(text).toContain('name="title"\r\n\r\na\r\n')
    expect(text).toContain(`\r\n\r\nGIF89a${marks.made[1]}\r\n`)
    expect(markedIn(text)).toEqual(new Set(marks.made))
  })
})
