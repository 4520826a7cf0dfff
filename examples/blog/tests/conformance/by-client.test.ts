import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ContractCalls } from "../../../../packages/trivet/tests/client/contract-calls.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { Posts } from "../../src/posts/posts-contract.ts"
import { Auth } from "../../src/users/auth-contract.ts"
import { type StartedSubject, startSubject } from "./start-subject.ts"
import { statements } from "./statements.ts"

let contracts: ContractCalls
let started: StartedSubject

beforeAll(async () => {
  started = await startSubject((url) => (contracts = new ContractCalls(url, [Auth, Posts])))
})

afterAll(async () => {
  await started?.stop()
})

describe("the blog, called through the client", () => {
  it.each(statements)("$section: $says", async ({ check }) => {
    await expect(check(started.subject)).resolves.toBeUndefined()
  })

  it("was called otherwise only where no client can make the call", () => {
    noteFigure("conformance", "blog through the client", String(contracts))
    const left = contracts.left.map(({ obstacle, method, path }) => `${obstacle}: ${method} ${path}`)
    expect(left).toEqual([
      "no record: POST /auth/logout",
      "no record: GET /auth/me",
      "no record: POST /auth/refresh",
      "no record: POST /auth/token",
      "no record: GET /auth/login",
      "no record: GET /auth/register",
      "no record: POST /auth/session",
      expect.stringMatching(/^no record: PATCH \/posts\//),
    ])
    expect(contracts.answered).toBeGreaterThanOrEqual(450)
  })
})
