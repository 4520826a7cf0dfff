import assert from "node:assert/strict"
import type { Received } from "./client.ts"

/** An error: this status, and a body of exactly this text. */
export function expectError(reply: Received, status: number, error: string): void {
  assert.deepEqual({ status: reply.status, body: reply.json }, { status, body: { error } })
  assert.match(reply.header("content-type"), /^application\/json/)
}

/** Exactly these fields, in any order. */
export function expectFields(value: unknown, fields: readonly string[]): void {
  assert.ok(typeof value === "object" && value !== null, "must be an object")
  assert.deepEqual(Object.keys(value).toSorted(), [...fields].toSorted())
}

/** RFC 3339, UTC. */
export function expectTime(text: unknown): void {
  assert.match(String(text), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
}

/** The fields of a user. */
export const userFields: readonly string[] = ["id", "email", "name", "created_at"]

/** The fields of a post without its author. */
export const postFields: readonly string[] = [
  "id",
  "title",
  "content",
  "author_id",
  "published",
  "created_at",
  "updated_at",
]

/** Ids that no post has: an unknown one, and some that are none at all. */
export const unknownId = "01890a5d-ac96-774b-bcce-b302099a8057"

/** Texts that are no ids. */
export const malformedIds: readonly string[] = [
  "1",
  "nope",
  "null",
  "%20",
  "%00",
  "'%20or%201=1--",
  `${unknownId}x`,
  unknownId.toUpperCase(),
  "9".repeat(300),
]
