import { defineFaults, type FaultMaker } from "../fault/define-faults.ts"

/** The faults of the call scope: in their own catalogue, so that applications without a scope do not load their texts. */
export const catalogue = {
  CALL_SCOPE_UNAVAILABLE: {
    message:
      "`{by}` needs to know which call the running code belongs to, and this runtime has no `AsyncLocalStorage`.",
    fix: "Run the application on Node, Bun or Deno, or on Cloudflare Workers with the compatibility flag `nodejs_compat`. Otherwise remove `{by}` from the application.",
  },
} as const

/** Makes a fault of the call scope. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)
