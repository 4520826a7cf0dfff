import { describe, expect, it } from "vitest"
import { convertForm } from "./convert-form.ts"
import { textKindsOf } from "./dto/text-kinds.ts"

const kinds = textKindsOf({
  type: "object",
  properties: {
    text: { type: "string" },
    number: { type: "number" },
    ticked: { type: "boolean" },
    must: { type: "boolean" },
    many: { type: "array", items: { type: "integer" } },
    choices: { type: "array", items: { type: "boolean" } },
  },
  required: ["text", "must", "choices"],
})
const convert = (fields: Record<string, (string | object)[]>) => convertForm(kinds, fields)

describe("convertForm", () => {
  it("takes an empty text for no number and no boolean, and for a text", () => {
    expect(convert({ text: [""], number: [""], ticked: [""], must: ["on"] })).toEqual({
      text: "",
      must: true,
    })
  })

  it.each([
    ["on", true],
    ["true", true],
    ["off", false],
    ["false", false],
    ["yes", "yes"],
    ["1", "1"],
  ])("makes of a checkbox's %j %j", (text, value) => {
    expect(convert({ must: [text] })).toEqual({ must: value })
  })

  it("takes a box that is not ticked for false where the schema asks for one, and for nothing elsewhere", () => {
    expect(convert({})).toEqual({ must: false })
  })

  it("makes a list where the schema has one, and where a name is repeated", () => {
    expect(convert({ many: ["1"], must: ["on"] })).toEqual({ many: [1], must: true })
    expect(convert({ many: ["1", "", "x"], text: ["a", "b"], must: ["on", "off"] })).toEqual({
      many: [1, "x"],
      text: ["a", "b"],
      must: [true, false],
    })
  })

  it("leaves a number that is none, what is no text, and what the schema does not name", () => {
    const file = {}
    const values = convert({ number: ["0x7"], text: [file], constructor: ["c"], must: ["on"] })
    expect(values).toEqual({ number: "0x7", text: file, constructor: "c", must: true })
    expect(values["text"]).toBe(file)
  })
})
