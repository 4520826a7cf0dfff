import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { StoresModule } from "../credentials/stores-module.ts"
import { EventsModule } from "../events/events-module.ts"
import { UsersModule } from "../users/users-module.ts"
import { ApiKeysCommands } from "./api-keys-commands.ts"
import { ApiKeysController } from "./api-keys-controller.ts"

/** API keys for programs. */
export const ApiKeysModule = module({
  name: "api-keys",
  imports: [CredentialsModule, EventsModule, StoresModule, UsersModule],
  declarations: [ApiKeysCommands, ApiKeysController],
})
