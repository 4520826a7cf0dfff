/** One attack on the framing of HTTP: exactly these bytes on a connection of their own. */
export interface FramingCase {
  /** Its number in the list of attacks. */
  readonly line: number
  readonly name: string
  /** What is sent, a text as Latin-1; what stands apart goes out apart. */
  readonly send: string | Uint8Array | readonly (string | Uint8Array)[]
  /** What the one reply may be; without any, the connection is closed without a word or with any error. */
  readonly statuses?: readonly number[]
  /** Whether the connection must be closed after it. */
  readonly closes: boolean
  /** So much is sent that a server which closes at once may lose its reply with the connection. */
  readonly large?: boolean
  /** The method, where it matters for the reading of the reply. */
  readonly method?: string
}

/** A request whose first two lines are good. */
export function head(start: string, ...headers: readonly string[]): string {
  return [`${start} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n")
}

/** A call that no attack may have carried out. */
export const hidden: string = head("GET /hidden")

/** Makes cases of one number that must be refused with one of some statuses. */
export function refused(
  line: number,
  statuses: readonly number[],
  cases: Readonly<Record<string, FramingCase["send"]>>,
): readonly FramingCase[] {
  return Object.entries(cases).map(([name, send]) => ({ line, name, send, statuses, closes: true }))
}
