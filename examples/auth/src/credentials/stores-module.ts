import { ApiKeyStore } from "@trivet/auth"
import { PostgresKeyValue } from "@trivet/postgres"
import { Clock, inject, KeyValue, module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { Db } from "../database/db.ts"
import { PostgresApiKeys } from "./postgres-api-keys.ts"

/** Where credentials are kept: on PostgreSQL, because a revocation that is lost lets somebody in again. */
export const StoresModule = module({
  name: "stores",
  imports: [DatabaseModule],
  exports: [KeyValue, ApiKeyStore, PostgresApiKeys],
  declarations: [
    provide(KeyValue, () => new PostgresKeyValue(inject(Db), { clock: inject(Clock) })),
    PostgresApiKeys,
    provide(ApiKeyStore, () => inject(PostgresApiKeys)),
  ],
})
