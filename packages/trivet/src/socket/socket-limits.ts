import { checkOptions } from "../fault/check-options.ts"
import { Fault } from "../fault/fault.ts"

/** The limits of a socket's connections. */
export interface SocketLimits {
  /** Maximum size of a client's message, in bytes. A larger one closes the connection with 1009. Default: 65,536. */
  readonly messageBytes?: number
  /**
   * Maximum number of messages, pings and pongs that a client may send per second; bursts of twice as many are allowed.
   * More close the connection with 1008. Default: 50.
   */
  readonly messagesPerSecond?: number
  /** Maximum number of bytes that are buffered for the client; more cut the connection. Default: 1,048,576 (1 MiB). */
  readonly bufferedBytes?: number
  /** Seconds between pings. A client that does not respond is cut within three times that. Default: 30. */
  readonly heartbeatSeconds?: number
  /** Seconds without a message from the client after which the connection is closed with 1000; 0 for never. Default: 0. */
  readonly idleSeconds?: number
  /** Seconds between checks by the guards of the route. A rejected client is closed with 1008. Default: 1. */
  readonly recheckSeconds?: number
  /** Maximum number of connections of one user (`user_id`) to this process; more are rejected with 429. Default: 20. */
  readonly perUser?: number
  /**
   * Maximum number of connections of one address, or IPv6 network, to this process; more are rejected with 429.
   * Default: 1,000.
   */
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

/** Completes the limits of a record with the defaults. Throws a fault if a value is invalid. */
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
