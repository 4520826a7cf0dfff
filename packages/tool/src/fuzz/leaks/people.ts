import type { Caller } from "trivet/testing"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type Field, Session } from "../call/session.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"

/** Which set-up of the callers made an account. Accounts of the other set belong to other people. */
export type SetName = "first" | "second"

/** A caller of one set. */
export interface Person {
  readonly name: string
  readonly set: SetName
  readonly caller: Caller
  readonly field: Field
  readonly session: Session
}

/** Something that a person did: a call, or a message to a socket. */
export interface Act {
  readonly person: Person
  readonly route: FuzzRoute
  /** What was sent, or what was answered, in one line. */
  readonly shown: string
  /** The id of the call; `undefined` for a message. */
  readonly call: string | undefined
}

/** The callers of a set-up that have credentials. */
export function peopleOf(field: Field, set: SetName): readonly Person[] {
  return Object.entries(field.access?.callers ?? {})
    .filter(([, { credentials = [] }]) => credentials.length > 0)
    .map(([name, caller]) => ({ name, set, caller, field, session: new Session(field, undefined, true) }))
}

/** Whether two callers have different accounts. One with fixed credentials is the same person in both sets. */
export function areStrangers(one: Person, other: Person): boolean {
  return one.set !== other.set && JSON.stringify(one.caller.headers) !== JSON.stringify(other.caller.headers)
}

/** Whether the access file says that a reader may get the texts of a writer from a route. */
export function mayShare(route: FuzzRoute, writer: Person, reader: Person): boolean {
  return reader.field.access?.shares?.(route, writer.name, reader.name) === true
}

/** A call with the credentials of a person. */
export function asPerson({ headers = {}, ...call }: FuzzCall, { name }: Person): FuzzCall {
  const type = headers["content-type"]
  return {
    ...call,
    ...(type !== undefined && { headers: { "content-type": type } }),
    as: name,
    cookies: false,
  }
}
