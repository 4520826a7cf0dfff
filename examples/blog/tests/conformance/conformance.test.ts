import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type StartedSubject, startSubject } from "./start-subject.ts"
import { statements } from "./statements.ts"

let started: StartedSubject

beforeAll(async () => {
  started = await startSubject()
})

afterAll(async () => {
  await started?.stop()
})

describe("the blog", () => {
  it.each(statements)("$section: $says", async ({ check }) => {
    await expect(check(started.subject)).resolves.toBeUndefined()
  })
})
