import { deepStrictEqual } from "node:assert/strict"
import type { Api, ApiReply } from "./api.ts"

/** One statement about the service, and how it is tried. `run` throws when it does not hold. */
export interface Case {
  readonly states: string
  /** Whether the specification says it, or it was decided where that is silent. */
  readonly by: "specification" | "decision"
  run(api: Api): Promise<void>
}

/** A statement of the specification. */
export function spec(states: string, run: Case["run"]): Case {
  return { states, by: "specification", run }
}

/** A statement that was decided where the specification is silent. */
export function decided(states: string, run: Case["run"]): Case {
  return { states, by: "decision", run }
}

/** Fails unless a reply has this status and exactly this body. */
export function expectReply(reply: ApiReply, status: number, body: unknown): void {
  deepStrictEqual({ status: reply.status, body: reply.json }, { status, body })
}

/** Fails unless a reply is this error, with nothing beside it. */
export function expectError(reply: ApiReply, status: number, error: string): void {
  expectReply(reply, status, { error })
}

/** Fails unless a value has exactly these fields. */
export function expectFields(value: unknown, fields: readonly string[]): void {
  deepStrictEqual(Object.keys(value as object).toSorted(), fields.toSorted())
}
