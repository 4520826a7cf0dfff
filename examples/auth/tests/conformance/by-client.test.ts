import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ContractCalls } from "../../../../packages/trivet/tests/client/contract-calls.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { ApiKeyRoutes } from "../../src/api-keys/api-keys-contract.ts"
import { Login } from "../../src/login/login-contract.ts"
import { SessionRoutes } from "../../src/sessions/sessions-contract.ts"
import { Tokens } from "../../src/tokens/tokens-contract.ts"
import { Api } from "./api.ts"
import { cases } from "./cases.ts"
import { type StartedService, startService } from "./start-service.ts"

let service: StartedService
let contracts: ContractCalls
let api: Api

beforeAll(async () => {
  service = await startService()
  const { url } = service.server
  contracts = new ContractCalls(url, [Login, Tokens, SessionRoutes, ApiKeyRoutes])
  api = new Api(url, contracts)
})

afterAll(async () => {
  await service.stop()
})

describe("the authentication service, called through the client", () => {
  it.each(cases)("$by: $states", async ({ run }) => {
    await expect(run(api)).resolves.toBeUndefined()
  })

  it("was called otherwise only where no client can make the call", () => {
    noteFigure("conformance", "auth through the client", String(contracts))
    const left = contracts.left.map(({ obstacle, method, path }) => `${obstacle}: ${method} ${path}`)
    expect(left).toEqual([
      "no record: GET /auth/nothing",
      "no record: GET /api/auth/me",
      "a repeated header: GET /auth/me",
      "a repeated header: GET /auth/key",
    ])
    expect(contracts.answered).toBeGreaterThanOrEqual(300)
  })
})
