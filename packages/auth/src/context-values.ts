import type { ApiKey } from "./api-keys.ts"

/** What the middlewares of authentication keep for the rest of a call. */
export interface AuthValues {
  /** Whose call it is. */
  user_id: string
  user_email: string
  user_role: string
  /** The record of the key that the call was made with. */
  api_key: ApiKey
}

declare module "trivet" {
  interface ContextValues extends AuthValues {}
}
