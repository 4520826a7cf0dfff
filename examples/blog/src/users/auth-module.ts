import { auth } from "@trivet/auth"
import { PostgresKeyValue } from "@trivet/postgres"
import { Clock, inject, KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { Db } from "../database/db.ts"
import { Settings } from "../settings.ts"

// What was revoked is looked up here. The blog revokes nothing, and sessions end in their own store: no server has to be
// asked, and there is nothing to lose when the process ends.
const NothingRevoked = module({
  name: "nothing-revoked",
  exports: [KeyValue],
  declarations: [
    provide(KeyValue, () => Object.assign(new MemoryKeyValue(inject(Clock)), { inMemory: undefined })),
  ],
})

/**
 * Authentication as the blog has it: tokens of three claims, passwords at cost 10. The site's sessions are in the
 * database, so that a sign-in holds for every process and a sign-out outlives a crash.
 */
export const AuthModule = auth({
  imports: [NothingRevoked, DatabaseModule],
  settings: () => {
    const { JWT_SECRET: secret = "", BCRYPT_COST: cost } = inject(Settings)
    return { secret, cost, claims: "short", missing: "Missing authorization" }
  },
  sessions: () => new PostgresKeyValue(inject(Db), { clock: inject(Clock), table: "sessions" }),
})
