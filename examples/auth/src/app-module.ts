import { openapi } from "@trivet/openapi"
import { health, module } from "trivet"
import { ApiKey, CreateApiKeyDTO, NewApiKey } from "./api-keys/api-keys-contract.ts"
import { ApiKeysModule } from "./api-keys/api-keys-module.ts"
import { LoginResponse } from "./login/login-contract.ts"
import { LoginDTO } from "./login/login-dto.ts"
import { LoginModule } from "./login/login-module.ts"
import { SessionsModule } from "./sessions/sessions-module.ts"
import { RefreshDTO, TokenPair } from "./tokens/tokens-contract.ts"
import { TokensModule } from "./tokens/tokens-module.ts"
import { RegisterDTO } from "./users/register-dto.ts"
import { User } from "./users/user.ts"

const DocsModule = openapi({
  title: "Authentication",
  version: "1.0.0",
  description: "Users, access tokens, refresh tokens, sessions and API keys.",
  schemas: {
    User,
    RegisterDTO,
    LoginDTO,
    LoginResponse,
    RefreshDTO,
    TokenPair,
    CreateApiKeyDTO,
    ApiKey,
    NewApiKey,
  },
})

/** The whole service. `health()` answers the probes of a load balancer or a cluster. */
export const AppModule = module({
  name: "app",
  imports: [LoginModule, TokensModule, SessionsModule, ApiKeysModule, DocsModule, health()],
})
