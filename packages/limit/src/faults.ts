import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/limit`. */
export const catalogue = {
  LIMIT_NAME_INVALID: {
    message: "A limit is named {name}.",
    fix: "Use only letters, digits, `-`, `_` and `.` in the name of a limit.",
  },
  LIMIT_NAME_TAKEN: {
    message: "Two limits are named `{name}` and have different rules.",
    fix: "Give one of them another name, or both the same rule: limits with the same name share one count.",
  },
  LIMIT_RULE_INVALID: {
    message: "`{option}` of the limit `{name}` is {value}.",
    fix: "Set `{option}` to a whole number of at least {least}.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
