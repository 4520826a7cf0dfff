import type { ApiKey } from "./api-keys.ts"

declare module "trivet" {
  interface ContextValues {
    /** Whose call it is. */
    user_id: string
    user_email: string
    user_role: string
    /** The record of the key that the call was made with. */
    api_key: ApiKey
  }
}
