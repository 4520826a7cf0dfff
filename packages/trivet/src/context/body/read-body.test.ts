import { describe, expect, it } from "vitest"
import { dto } from "../../schema/dto/dto.ts"
import { TestIncoming } from "../../testing/test-incoming.ts"
import { createTestLog } from "../../testing/test-log.ts"
import type { BodyReader } from "./body-reader.ts"
import { Call } from "../call.ts"
import { formReader } from "./parse-form.ts"

const post = dto({ title: "required" })

/** A reader that takes its fields from elsewhere, as one of a stream does. */
const streamed: BodyReader = { type: "multipart/x", read: async () => ({ title: ["S"] }) }

function callOf(body: string, headers: Readonly<Record<string, string>>): Call {
  const { log } = createTestLog()
  const settings = {
    log,
    bodyLimit: 1_000,
    production: false,
    bodies: { readers: [formReader, streamed], restIsJson: false },
  }
  return new Call(settings, new TestIncoming("POST", "/", { body, headers }), undefined)
}

const bound = (body: string, type: string) => callOf(body, { "content-type": type }).bind(post)
const json = '{"title":"T"}'

describe("readBody", () => {
  it.each([
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/vnd.api+json",
    " application/json",
  ])("reads JSON: %j", async (type) => {
    await expect(bound(json, type)).resolves.toEqual({ title: "T" })
  })

  it("reads the types of its readers", async () => {
    await expect(bound("title=F", "application/x-www-form-urlencoded; charset=x")).resolves.toEqual({
      title: "F",
    })
    await expect(bound("", "multipart/x")).resolves.toEqual({ title: "S" })
  })

  it.each([
    "",
    "text/plain",
    "text/json",
    "text/plain+json",
    "text/plain; application/json",
    "application/jsonx",
    "application/json+x",
    "application/+json",
    "application/x-www-form-urlencoded-x",
    "multipart/form-data",
  ])("rejects a type that nobody reads: %j", async (type) => {
    await expect(bound(json, type)).rejects.toMatchObject({ code: "BODY_TYPE_UNKNOWN", status: 415 })
  })

  it("rejects a body without a type", async () => {
    await expect(callOf(json, {}).bind(post)).rejects.toMatchObject({ code: "BODY_TYPE_UNKNOWN" })
  })

  it.each(["gzip", "br", "GZIP", "identity, gzip", ""])(
    "rejects the encoding %j of any type",
    async (encoding) => {
      for (const type of ["application/json", formReader.type, streamed.type]) {
        const call = callOf(json, { "content-type": type, "content-encoding": encoding })
        await expect(call.bind(post), type).rejects.toMatchObject({ code: "BODY_ENCODED", status: 415 })
      }
    },
  )

  it("leaves out a field that would set a prototype", async () => {
    const call = callOf("__proto__=a&title=T", { "content-type": formReader.type })
    const { fields, value } = await call.decode(post)
    expect(Object.keys(fields!)).toEqual(["title"])
    expect(Object.keys(value as object)).toEqual(["title"])
  })
})
