import { auth } from "@trivet/auth"
import { PostgresKeyValue } from "@trivet/postgres"
import { Clock, inject, KeyValue, module, provide } from "trivet"
import { DatabaseModule, Db } from "../database/db.ts"
import { Settings } from "../settings.ts"
import { UsersController } from "./users-controller.ts"
import { UsersService } from "./users-service.ts"

/** Sessions are kept in the database, so that all processes know them. */
const StoreModule = module({
  name: "store",
  imports: [DatabaseModule],
  declarations: [provide(KeyValue, () => new PostgresKeyValue(inject(Db), { clock: inject(Clock) }))],
  exports: [KeyValue],
})

/** Passwords and sessions. */
export const AuthModule = auth({
  imports: [StoreModule],
  settings: () => {
    const { JWT_SECRET: secret, BCRYPT_COST: cost } = inject(Settings)
    return { secret, cost, issuer: "tasks" }
  },
})

/** Who uses the application. */
export const UsersModule = module({
  name: "users",
  imports: [AuthModule, DatabaseModule],
  declarations: [UsersController, UsersService],
  exports: [UsersService],
})
