import { Describe } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"
import { itemsModule } from "../libraries/items-module.ts"
import { withDto } from "../libraries/with-dto.ts"
import { createDocumentCheck } from "./document-check.ts"

const app = await createTestApp(itemsModule(withDto.flat))
const check = createDocumentCheck(describeOpenApi(app.get(Describe)(), { title: "Items", version: "1.0.0" }))
const json = "application/json; charset=utf-8"

/** What is wrong with a reply to the one route. */
function wrong(status: number, body: unknown, type: string | undefined = json): string | undefined {
  const text = body === undefined ? "" : JSON.stringify(body)
  return check("/orgs/{org}/items/{id}", "PUT", { status, type, text })
}

describe("createDocumentCheck", () => {
  it("finds nothing wrong with what the document says", () => {
    expect(wrong(200, { id: 1, email: "a@b.example", name: "A" })).toBeUndefined()
    expect(wrong(404, { error: "Item not found" })).toBeUndefined()
    expect(wrong(503, { error: "Later" })).toBeUndefined()
  })

  it.each([
    ["a status", 204, undefined, undefined],
    ["a redirect", 302, undefined, undefined],
    ["a media type", 200, { id: 1, email: "a@b.example", name: "A" }, "text/html"],
    ["a missing field", 200, { id: 1, email: "a@b.example" }, json],
    ["a field of another type", 201, { id: "1", email: "a@b.example", name: "A" }, json],
    ["a value that is too short", 200, { id: 1, email: "a@b.example", name: "" }, json],
    ["an error of another shape", 400, { message: "Invalid request" }, json],
    ["an unnamed error of another shape", 502, "Bad Gateway", json],
    ["problem details without a title", 400, { error: "x", status: 400 }, "application/problem+json"],
  ])("finds %s that the document does not allow", (_, status, body, type) => {
    expect(wrong(status, body, type)).toBeTypeOf("string")
  })
})
