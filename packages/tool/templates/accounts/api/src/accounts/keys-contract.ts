import { contract, dto, list } from "trivet"
import { ErrorBody } from "../errors.ts"
import { User } from "../users/user.ts"
import { NewKeyDTO, OwnPasswordDTO } from "./accounts-dto.ts"

const shown = {
  id: "required",
  name: "required",
  created_at: "required",
  expires_at: "; Absent if it does not expire",
  last_used_at: "; To the minute. Absent if it was not used",
} as const

/** An API key, without the key itself. */
export const Key = dto(shown)

/** A new API key: the only reply that contains the key itself. */
export const NewKey = dto({ ...shown, key: "required" })

/** The routes of API keys as data, without handlers. */
export const Keys = contract({
  create: {
    method: "POST",
    path: "/account/keys",
    accepts: { body: NewKeyDTO },
    returns: { 201: NewKey, 400: ErrorBody, 429: ErrorBody },
    summary: "Create an API key; only this reply contains it",
  },
  index: {
    method: "GET",
    path: "/account/keys",
    returns: { 200: list(Key) },
    summary: "My API keys, the newest first",
  },
  end: {
    method: "POST",
    path: "/account/keys/:id/end",
    accepts: { body: OwnPasswordDTO },
    returns: { 204: null, 400: ErrorBody, 429: ErrorBody },
    summary: "End an API key",
  },
  owner: {
    method: "GET",
    path: "/auth/key",
    returns: { 200: User },
    summary: "Whose API key it is",
  },
})
