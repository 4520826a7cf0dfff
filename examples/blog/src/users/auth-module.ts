import { auth } from "@trivet/auth"
import { Clock, inject, KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { Settings } from "../settings.ts"

// What was revoked is looked up here, and a blog without logout revokes nothing: no server has to be asked.
const NothingRevoked = module({
  name: "nothing-revoked",
  exports: [KeyValue],
  declarations: [provide(KeyValue, () => new MemoryKeyValue(inject(Clock)))],
})

/** Authentication as the blog has it: tokens of three claims, passwords at cost 10, nothing to log out of. */
export const AuthModule = auth({
  imports: [NothingRevoked],
  settings: () => {
    const { JWT_SECRET: secret = "", BCRYPT_COST: cost = 10 } = inject(Settings)
    return { secret, cost, claims: "short", missing: "Missing authorization" }
  },
})
