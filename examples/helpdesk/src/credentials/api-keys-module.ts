import { ApiKeyStore } from "@trivet/auth"
import { module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { PostgresApiKeys } from "./postgres-api-keys.ts"

/** Where API keys are kept. */
export const ApiKeysModule = module({
  name: "api-keys",
  imports: [DatabaseModule],
  exports: [ApiKeyStore],
  declarations: [provide(ApiKeyStore, () => new PostgresApiKeys())],
})
