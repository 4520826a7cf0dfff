import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/redis`. */
export const catalogue = {
  REDIS_URL_MISSING: {
    message:
      "`REDIS_URL` is not set, and production needs a Redis server for its key-value store and topics.",
    fix: "Set `REDIS_URL` to `redis://host:port`.",
  },
  REDIS_URL_INVALID: {
    message: "The URL of Redis is invalid. It is not shown, because it may contain a password.",
    fix: "Write `redis://host:port`, or `redis-cluster://host:port,host:port` for a cluster, or `redis-sentinel://host:port,host:port/name` for the master of Sentinels; `rediss` for TLS.",
  },
  REDIS_OPTION_INVALID: {
    message: "`{option}` of the Redis connection is {value}.",
    fix: "Set `{option}` to a whole number above 0.",
  },
  REDIS_PREFIX_INVALID: {
    message: "`prefix` of `redis()` is {prefix}.",
    fix: "Use only letters, digits, `-`, `_` and `.` in the prefix.",
  },
  REDIS_UNREACHABLE: {
    message: "{server} is not available: {reason}.",
    fix: "Start Redis, or correct `REDIS_URL`. If Redis needs longer to start, raise `startWait`.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
