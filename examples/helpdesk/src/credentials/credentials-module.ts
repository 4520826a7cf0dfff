import { auth, SecurityEvents } from "@trivet/auth"
import { PostgresKeyValue } from "@trivet/postgres"
import { Clock, inject, KeyValue, module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { Db } from "../database/db.ts"
import { Settings } from "../settings.ts"
import { ApiKeysModule } from "./api-keys-module.ts"

/** Sessions are kept in the database: a logout that is lost would let somebody in again. */
const StoreModule = module({
  name: "store",
  imports: [DatabaseModule],
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new PostgresKeyValue(inject(Db), { clock: inject(Clock) }))],
})

/** Password hashes and sessions. */
export const CredentialsModule = auth({
  imports: [StoreModule, ApiKeysModule],
  apiKeys: true,
  events: () => new SecurityEvents(),
  settings: () => ({ cost: inject(Settings).BCRYPT_COST }),
})
