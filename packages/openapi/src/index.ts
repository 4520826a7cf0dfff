export { describeOpenApi } from "./describe-open-api.ts"
export type {
  Content,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  ResponseObject,
} from "./document/document.ts"
export type { OpenApiInfo } from "./document/info.ts"
export { openapi } from "./openapi.ts"
export type { OpenApiOptions } from "./options.ts"
