import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/multipart`. */
export const catalogue = {
  UPLOAD_WITHOUT_PATH: {
    message: "The upload {name} has no `path`: its route stores uploads elsewhere than on this disk.",
    fix: "Read it with `stream()` or `bytes()`, or pass it to `files.put()`.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
