import type { Mistaken } from "./rival.ts"

/** Mistakes in files, which the runtime meets before any framework: the same for all. */
export const inFiles: Readonly<Record<string, Mistaken>> = {
  "102-base-class-in-a-circle": async () => {
    await import("../../packages/tool/tests/mistakes/102-base-class-in-a-circle/broken-store.ts")
  },
  "104-type-imported-as-a-value": async () => {
    await import("./runtime/type-imported.ts")
  },
  "105-import-without-ending": async () => {
    await import("./runtime/without-ending.ts")
  },
}
