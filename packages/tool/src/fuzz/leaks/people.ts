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
  /** The e-mail addresses of the account, as far as the access file sent them. */
  readonly addresses: readonly string[]
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
    .map(([name, caller]) => {
      const [session, addresses] = [new Session(field, undefined, true), field.addressesOf(caller)]
      return { name, set, caller, field, session, addresses }
    })
}

/** Whether two callers have different accounts. One with fixed credentials or address is the same person in both sets. */
export function areStrangers(one: Person, other: Person): boolean {
  if (one.set === other.set || one.addresses.some((address) => other.addresses.includes(address)))
    return false
  return JSON.stringify(one.caller.headers) !== JSON.stringify(other.caller.headers)
}

/** Whether the access file says that a reader may get the texts of a writer from a route; those of one route, if it is given. */
export function mayShare(route: FuzzRoute, writer: Person, reader: Person, written?: FuzzRoute): boolean {
  return reader.field.access?.shares?.(route, writer.name, reader.name, written) === true
}

/** A call with the credentials of a person. */
export function asPerson({ headers = {}, ...call }: FuzzCall, { name }: Person): FuzzCall {
  const kept = Object.entries(headers).filter(([header]) => header === "content-type" || header === "accept")
  return {
    ...call,
    ...(kept.length > 0 && { headers: Object.fromEntries(kept) }),
    as: name,
    cookies: false,
  }
}
