import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"

/** What one connection of a socket may take. */
export interface SocketLimits {
  /** The most bytes of a message of the client; a larger one closes the connection with 1009. Default: 65,536. */
  readonly messageBytes?: number
  /**
   * How many messages, pings and pongs of the client are taken in a second, and twice as many at once; more close the
   * connection with 1008. Default: 50.
   */
  readonly messagesPerSecond?: number
  /** The most bytes that wait for the client; more cut the connection. Default: 1,048,576 (1 MiB). */
  readonly bufferedBytes?: number
  /** Seconds between signs of life; a client that gives none is cut within three times that. Default: 30. */
  readonly heartbeatSeconds?: number
  /** Seconds without a message of the client after which the connection is closed with 1000; 0 for never. Default: 0. */
  readonly idleSeconds?: number
  /** Seconds after which the guards of the route decide again; who is rejected then is closed with 1008. Default: 1. */
  readonly recheckSeconds?: number
  /** The most connections of one user (`user_id`) to this process; more are rejected with 429. Default: 20. */
  readonly perUser?: number
  /** The most connections of one address, or IPv6 network, to this process; more are rejected with 429. Default: 1,000. */
  readonly perNetwork?: number
}

const byDefault: Required<SocketLimits> = {
  messageBytes: 65_536,
  messagesPerSecond: 50,
  bufferedBytes: 1_048_576,
  heartbeatSeconds: 30,
  idleSeconds: 0,
  recheckSeconds: 1,
  perUser: 20,
  perNetwork: 1_000,
}

/** The limits of a record, complete. Raises a fault for what is no limit. */
export function limitsOf(given: SocketLimits = {}): Required<SocketLimits> {
  checkOptions(given, byDefault, "socket()")
  const limits = { ...byDefault, ...given }
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isFinite(value) && (value > 0 || (value === 0 && name === "idleSeconds"))) continue
    const reason = `\`limits.${name}\` is ${String(value)}, which is no number above 0`
    throw new Fault("OPTION_INVALID", { what: "`socket()`", reason })
  }
  return limits
}
