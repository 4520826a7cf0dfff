import { openapi } from "@trivet/openapi"
import { module } from "trivet"
import { ApiController } from "./api-controller.ts"
import { UsersService } from "./users-service.ts"
import * as v1 from "./v1/users-contract.ts"
import { UsersV1Controller } from "./v1/users-controller.ts"
import * as v2 from "./v2/users-contract.ts"
import { UsersV2Controller } from "./v2/users-controller.ts"

const UsersModule = module({
  name: "users",
  declarations: [ApiController, UsersV1Controller, UsersV2Controller, UsersService],
})

const DocsModule = openapi({
  title: "Users in two versions",
  version: "2.0.0",
  description:
    "One service, two versions of its API. To change anything, authorize with the token `letmein`.",
  tags: { users: "People, as version 1 and version 2 see them." },
  schemas: { UserV1: v1.User, NewUserV1: v1.NewUser, UserV2: v2.User, NewUserV2: v2.NewUser },
})

/** The example's root module. */
export const AppModule = module({ name: "app", imports: [UsersModule, DocsModule] })
