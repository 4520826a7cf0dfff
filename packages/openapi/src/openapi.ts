import { module, type Module, provide } from "trivet"
import { checkOptions, type OptionNames } from "trivet/extend"
import { OpenApiController } from "./openapi-controller.ts"
import type { OpenApiOptions } from "./options.ts"
import "./version.ts"

const optionNames: OptionNames<OpenApiOptions> = {
  title: true,
  version: true,
  summary: true,
  description: true,
  servers: true,
  tags: true,
  schemas: true,
  include: true,
  document: true,
  page: true,
  inProduction: true,
  middlewares: true,
  imports: true,
}

/**
 * Makes a module that serves the OpenAPI document of the application, and a page (Swagger UI) to read it and to send
 * requests. Import it in the root module. In production it serves neither, unless `inProduction` is set.
 */
export function openapi(options: OpenApiOptions): Module {
  checkOptions(options, optionNames, "openapi()")
  return module({
    // An application may have several documents, and no two modules may share a name.
    name: options.document === undefined ? "openapi" : `openapi ${options.document}`,
    imports: options.imports ?? [],
    declarations: [provide(OpenApiController, () => new OpenApiController(options))],
  })
}
