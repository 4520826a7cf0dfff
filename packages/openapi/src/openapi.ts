import { checkOptions, module, type Module, type OptionNames, provide } from "trivet"
import { OpenApiController } from "./openapi-controller.ts"
import type { OpenApiOptions } from "./options.ts"

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
 * A module that serves the application's OpenAPI document and a page to read it and try calls: import it in the root
 * module. In production it serves neither unless asked to.
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
