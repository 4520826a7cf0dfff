import { module, type Route, Describe } from "trivet"
import { api, type ApiOptions } from "trivet/api"
import { createTestApp } from "trivet/testing"
import type { ApiDocument } from "../../../tool/src/diff/api-document.ts"
import { describeOpenApi } from "../../src/describe-open-api.ts"

/** The document of an application that has these records, as a file would hold it. */
export async function documentOf(records: readonly Route[], options: ApiOptions = {}): Promise<ApiDocument> {
  class Posts {
    routes() {
      return records
    }
  }
  const root = module({ name: "posts", declarations: [Posts] })
  const app = await createTestApp(root, { platform: api(options) })
  const document = describeOpenApi(app.get(Describe)(), { title: "Posts", version: "1.0.0" })
  return JSON.parse(JSON.stringify(document)) as ApiDocument
}
