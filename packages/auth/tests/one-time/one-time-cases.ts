import { expect } from "vitest"
import type { Generation, OneTimeTokens, Revocations } from "../../src/index.ts"

/** The generation of a subject before the first `revokeUser()`. */
export const fresh = "" as Generation

/** What a case works with. `read()` gives all that the store holds, as one text. */
export interface Subject {
  readonly tokens: OneTimeTokens
  /** The same store, seen from another process. */
  readonly others: OneTimeTokens
  readonly revocations: Revocations
  readonly read: () => Promise<string>
  readonly pass: (seconds: number) => void
}

/** What `OneTimeTokens` promise, on any store. */
export const oneTimeCases: readonly { readonly name: string; run(subject: Subject): Promise<void> }[] = [
  {
    name: "give subject and data back once",
    async run({ tokens }) {
      const token = await tokens.create("reset", "u1", fresh, { data: { email: "ada@example.com" } })
      expect(token).toMatch(/^[\w-]{43}$/)
      expect(await tokens.consume("reset", token)).toEqual({
        subject: "u1",
        data: { email: "ada@example.com" },
      })
      expect(await tokens.consume("reset", token)).toBeUndefined()
    },
  },
  {
    name: "belong to one purpose, and showing one for another does not use it up",
    async run({ tokens }) {
      const token = await tokens.create("reset", "u1", fresh)
      expect(await tokens.consume("verify", token)).toBeUndefined()
      expect(await tokens.consume("reset", token)).toEqual({ subject: "u1", data: {} })
    },
  },
  {
    name: "end after 15 minutes, or after the time that was given",
    async run({ tokens, pass }) {
      const [usual, short] = [
        await tokens.create("reset", "u1", fresh),
        await tokens.create("verify", "u1", fresh, { seconds: 60 }),
      ]
      pass(61)
      expect(await tokens.consume("verify", short)).toBeUndefined()
      pass(14 * 60 - 2)
      expect(await tokens.consume("reset", usual)).toBeDefined()
      const next = await tokens.create("reset", "u1", fresh)
      pass(15 * 60 + 1)
      expect(await tokens.consume("reset", next)).toBeUndefined()
    },
  },
  {
    name: "end the older one of the same purpose and subject, and no other",
    async run({ tokens, others }) {
      const older = await tokens.create("reset", "u1", fresh)
      const [purpose, subject] = [
        await tokens.create("verify", "u1", fresh),
        await tokens.create("reset", "u2", fresh),
      ]
      const newer = await others.create("reset", "u1", fresh)
      expect(await tokens.consume("reset", older)).toBeUndefined()
      expect(await tokens.consume("reset", newer)).toBeDefined()
      expect(await tokens.consume("verify", purpose)).toBeDefined()
      expect(await tokens.consume("reset", subject)).toBeDefined()
    },
  },
  {
    name: "end when they are ended",
    async run({ tokens }) {
      const token = await tokens.create("reset", "u1", fresh)
      await tokens.revoke("reset", "u1")
      expect(await tokens.consume("reset", token)).toBeUndefined()
      await tokens.revoke("reset", "nobody")
    },
  },
  {
    name: "end with everything of their subject, also if they are issued during a check that began before",
    async run({ tokens, others, revocations }) {
      const before = await tokens.create("reset", "ended", await revocations.generationOf("ended"))
      const checked = await revocations.generationOf("ended")
      const next = await revocations.revokeUser("ended")
      expect(await tokens.consume("reset", before)).toBeUndefined()
      const during = await tokens.create("reset", "ended", checked)
      expect(await others.consume("reset", during)).toBeUndefined()
      const after = await tokens.create("reset", "ended", next)
      expect(await others.consume("reset", after)).toEqual({ subject: "ended", data: {} })
    },
  },
  {
    name: "are not in the store, only hashes of them",
    async run({ tokens, read }) {
      const token = await tokens.create("reset", "u1", fresh)
      const kept = await read()
      expect(kept).toContain("one-time:")
      expect(kept).not.toContain(token)
    },
  },
  {
    name: "have one winner among 50 callers at once, on two connections",
    async run({ tokens, others }) {
      for (let round = 0; round < 20; round++) {
        const token = await tokens.create("reset", "u1", fresh)
        const calls = Array.from({ length: 50 }, (_, at) =>
          (at % 2 === 0 ? tokens : others).consume("reset", token),
        )
        expect((await Promise.all(calls)).filter((one) => one !== undefined)).toHaveLength(1)
      }
    },
  },
  {
    name: "are not looked up if they cannot be tokens",
    async run({ tokens }) {
      for (const odd of ["", "x", "x".repeat(65), "__proto__", "\0", "x".repeat(1_000_000)])
        expect(await tokens.consume("reset", odd)).toBeUndefined()
    },
  },
]
