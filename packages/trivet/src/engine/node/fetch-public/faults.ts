import { defineFaults, type FaultMaker } from "../../../fault/define-faults.ts"

/** The faults of `fetchPublic()`: in their own catalogue, so that applications without it do not load their texts. */
export const catalogue = {
  FETCH_ADDRESS_FORBIDDEN: {
    message: "`{host}` {reason}.",
    fix: "Ask whoever gave the address for one that is reachable over the internet.",
  },
  FETCH_REPLY_TOO_LARGE: {
    message: "The reply of `{host}` has more than {max} bytes.",
    fix: "Raise `maxSize` of `fetchPublic()` if such a reply is expected.",
  },
} as const

/** Makes a fault of `fetchPublic()`. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
