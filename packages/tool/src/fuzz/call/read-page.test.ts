import { describe, expect, it } from "vitest"
import { formsOf } from "./read-page.ts"

describe("formsOf", () => {
  it("has one more form for each button with an action of its own, with all fields", () => {
    const page = `<form method="post" action="/replies">
      <textarea name="text"></textarea>
      <button>Reply</button>
      <button formaction="/drafts">Save</button>
      <button formaction="/search" formmethod="get">Search</button>
      <input name="file" type="file">
    </form>
    <button formaction="/outside">Of no form</button><input name="outside">`
    expect(
      formsOf(page).map(({ method, action, fields }) => [method, action, ...fields.map(({ name }) => name)]),
    ).toEqual([
      ["POST", "/replies", "text", "file"],
      ["POST", "/drafts", "text", "file"],
      ["GET", "/search", "text", "file"],
    ])
  })
})
