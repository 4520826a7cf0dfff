import type { JsonSchema } from "trivet/extend"
import type { FuzzCall } from "../call/fuzz-call.ts"
import type { BodyShape } from "./body-shape.ts"
import { propertiesOf } from "./properties.ts"

const boundary = "----trivet-fuzz"

/** First bytes that are texts, by the type that a server detects from them. */
const beginnings: Readonly<Record<string, string>> = {
  "image/gif": "GIF89a",
  "image/webp": "RIFF0000WEBP",
  "image/avif": "0000ftypavif",
  "application/pdf": "%PDF-1.7\n",
}

type Fields = Pick<BodyShape, "schema" | "files">

/** The names of the fields of a body that are files. */
export function fileFields({ schema, files = [] }: Fields): readonly string[] {
  const declared = Object.entries(propertiesOf(schema)).filter(([, { format }]) => format === "binary")
  return [...declared.map(([name]) => name), ...files]
}

/** A body of a form whose files have a text as their content, and as their name. */
export function uploadBody(
  fields: Readonly<Record<string, unknown>>,
  shape: Fields,
  mark: () => string,
): Pick<FuzzCall, "text" | "headers"> {
  const files = fileFields(shape)
  const texts = Object.entries(fields).filter(([name]) => !files.includes(name))
  const parts = [
    ...texts.map(([name, value]) =>
      partOf(`name="${name}"`, typeof value === "string" ? value : JSON.stringify(value)),
    ),
    ...files.map((name) =>
      partOf(`name="${name}"; filename="${mark()}.bin"`, `${beginningOf(name, shape.schema)}${mark()}`),
    ),
  ]
  return {
    text: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  }
}

function partOf(about: string, content: string): string {
  return `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n${content}\r\n`
}

function beginningOf(name: string, schema: JsonSchema): string {
  const { contentMediaType = "" } = propertiesOf(schema)[name] ?? {}
  const type = String(contentMediaType)
    .split(", ")
    .find((one) => one in beginnings)
  return type === undefined ? "" : beginnings[type]!
}
