export { describeOpenApi } from "./describe-open-api.ts"
export type {
  Content,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
} from "./document.ts"
export type { OpenApiInfo } from "./info.ts"
export { openapi } from "./openapi.ts"
export type { OpenApiOptions } from "./options.ts"
