import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import type { OpenApiDocument, ResponseObject } from "@trivet/openapi"

/** A reply as a client sees it. */
export interface SeenReply {
  readonly status: number
  readonly type: string | undefined
  readonly text: string
}

/** Says what in a reply breaks a document; `undefined` if nothing does. */
export type DocumentCheck = (template: string, method: string, reply: SeenReply) => string | undefined

/** Makes the check of replies for a document. */
export function createDocumentCheck(document: OpenApiDocument): DocumentCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, "document")
  const known = new Map<string, ValidateFunction>()
  const validator = (pointer: string): ValidateFunction => {
    const present = known.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` })
    known.set(pointer, present)
    return present
  }
  return (template, method, { status, type, text }) => {
    const responses = document.paths[template]?.[method.toLowerCase()]?.responses ?? {}
    const key = [String(status), `${Math.floor(status / 100)}XX`, ...(status >= 400 ? ["default"] : [])].find(
      (one) => one in responses,
    )
    if (key === undefined) return `status ${status} is not documented`
    const found = responses[key]!
    const name = "$ref" in found ? found.$ref.slice("#/components/responses/".length) : undefined
    const response = (name === undefined ? found : document.components.responses[name]) as ResponseObject
    if (response.content === undefined)
      return text === "" ? undefined : `status ${status} has no body: ${text}`
    const media = type?.split(";", 1)[0] ?? ""
    if (!(media in response.content)) return `media type ${type} is not documented for ${status}`
    if (!media.endsWith("json") || response.content[media]?.schema === undefined) return undefined
    const place =
      name === undefined
        ? `/paths/${escape(template)}/${method.toLowerCase()}/responses/${key}`
        : `/components/responses/${name}`
    const validate = validator(`${place}/content/${escape(media)}/schema`)
    return validate(JSON.parse(text))
      ? undefined
      : `the body breaks its schema: ${ajv.errorsText(validate.errors)}: ${text}`
  }
}

function escape(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))
}
