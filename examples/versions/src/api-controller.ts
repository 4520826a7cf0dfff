import { group, implement, inject, type Route } from "trivet"
import { TokenAuth } from "./token-auth.ts"
import { UsersV1 } from "./v1/users-contract.ts"
import { UsersV1Controller } from "./v1/users-controller.ts"
import { UsersV2 } from "./v2/users-contract.ts"
import { UsersV2Controller } from "./v2/users-controller.ts"

const guard = [TokenAuth]

/** The whole API in one group: each version is a path, a contract and a controller of its own. */
export class ApiController {
  readonly #v1 = inject(UsersV1Controller)
  readonly #v2 = inject(UsersV2Controller)

  routes(): readonly Route[] {
    return [
      group("/api", [
        group("/v1", implement(UsersV1, this.#v1, { create: guard, update: guard, delete: guard })),
        group("/v2", implement(UsersV2, this.#v2, { create: guard, remove: guard })),
      ]),
    ]
  }
}
