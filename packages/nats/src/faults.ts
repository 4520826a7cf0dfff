import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/nats`. */
export const catalogue = {
  NATS_URL_MISSING: {
    message: "`NATS_URL` is not set, and production needs a NATS server for its topics.",
    fix: "Set `NATS_URL` to `nats://host:port`.",
  },
  NATS_URL_INVALID: {
    message: "The URL of NATS is invalid. It is not shown, because it may contain a password.",
    fix: "Write `nats://user:password@host:port`, with more servers of a cluster after a comma; `tls` for TLS.",
  },
  NATS_OPTION_INVALID: {
    message: "`{option}` of NATS is {value}.",
    fix: "Set `{option}` to a whole number above 0.",
  },
  NATS_PREFIX_INVALID: {
    message: "`prefix` of `nats()` is {prefix}.",
    fix: "Use only letters, digits, `-` and `_` in the prefix.",
  },
  NATS_UNREACHABLE: {
    message: "NATS at {server} is not available: {reason}.",
    fix: "Start NATS, or correct `NATS_URL`. If NATS needs longer to start, raise `startWait`.",
  },
  NATS_STREAM_FAILED: {
    message: "The stream `{stream}` of JetStream cannot be created or read: {reason}.",
    fix: "Start the server with JetStream (`nats-server -js`), and let this user create and read streams.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
