import { anyone, type Context, Describe, get, group, inject, type Reply, type Route } from "trivet"
import { Production } from "trivet/extend"
import { describeOpenApi } from "./describe-open-api.ts"
import type { OpenApiDocument } from "./document/document.ts"
import type { OpenApiOptions } from "./options.ts"
import { pageHtml, pagePolicy, relativePath } from "./page/page.ts"
import { type PageFile, pageFiles, readPageFile } from "./page/page-files.ts"

const hidden = { about: { hidden: true } }

/** Serves the document and the page. */
export class OpenApiController {
  readonly #describe = inject(Describe)
  readonly #production = inject(Production)
  readonly #options: OpenApiOptions
  readonly #documentPath: string
  readonly #pagePath: string | false
  #document = ""

  constructor(options: OpenApiOptions) {
    this.#options = options
    this.#documentPath = options.document ?? "/openapi.json"
    this.#pagePath = options.page ?? "/docs"
  }

  /** Created at start, so that an application that cannot be documented fails to start. */
  onStart(): void {
    if (this.#served === "nothing") return
    this.#document = JSON.stringify(this.#make())
  }

  /** The routes of the document and of the page, as configured. */
  routes(): readonly Route[] {
    if (this.#served === "nothing") return []
    const page = this.#served === "document" ? [] : this.#pageRoutes()
    // In the record, so that `trivet diff` can create the document without starting the application.
    const record = { ...hidden, openApiDocument: () => this.#make() }
    const children = [get(this.#documentPath, this.document, record), ...page]
    return [group("", this.#options.middlewares ?? [anyone], children)]
  }

  /** The document. */
  document(ctx: Context): Reply {
    ctx.response().setHeader("content-type", "application/json; charset=utf-8")
    return ctx.status(200).send(this.#document)
  }

  #make(): OpenApiDocument {
    return describeOpenApi(this.#describe(), this.#options)
  }

  get #served(): "nothing" | "document" | "page" {
    const { inProduction = false } = this.#options
    if (this.#production && inProduction === false) return "nothing"
    const isPage = this.#pagePath !== false && !(this.#production && inProduction === "document")
    return isPage ? "page" : "document"
  }

  #pageRoutes(): readonly Route[] {
    const path = this.#pagePath
    if (path === false) return []
    const folder = relativePath(path, path)
    const html = pageHtml(this.#options.title, folder, relativePath(path, this.#documentPath))
    const page = (ctx: Context): Reply => {
      const response = ctx.response()
      response.setHeader("content-security-policy", pagePolicy)
      response.setHeader("referrer-policy", "no-referrer")
      response.setHeader("x-content-type-options", "nosniff")
      response.setHeader("content-type", "text/html; charset=utf-8")
      return ctx.status(200).send(html)
    }
    return [
      get(path, page, hidden),
      ...(Object.keys(pageFiles) as PageFile[]).map((name) =>
        get(`${path}/${name}`, (ctx: Context) => sendFile(name, ctx), hidden),
      ),
    ]
  }
}

async function sendFile(name: PageFile, ctx: Context): Promise<Reply> {
  const text = await readPageFile(name)
  const response = ctx.response()
  response.setHeader("content-type", pageFiles[name])
  response.setHeader("x-content-type-options", "nosniff")
  // One minute only: the files change with the package, but their URLs do not.
  response.setHeader("cache-control", "max-age=60")
  return ctx.status(200).send(text)
}
