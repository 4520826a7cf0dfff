import { ApiKeyStore } from "@trivet/auth"
import { PostgresKeyValue } from "@trivet/postgres"
import { Clock, inject, KeyValue, module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { Db } from "../database/db.ts"
import { PostgresApiKeys } from "./postgres-api-keys.ts"

/** The stores of credentials: on PostgreSQL, because a lost revocation would make revoked credentials valid again. */
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
