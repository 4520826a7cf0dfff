import { contract, dto, list } from "trivet"
import { Refusal } from "../login/login-contract.ts"
import { User } from "../users/user.ts"

const shown = { id: "required", name: "required", user_id: "required", created_at: "required" } as const

/** A key without the key. */
export const ApiKey = dto(shown)

/** A new key: the only time that the key itself is shown. */
export const NewApiKey = dto({ ...shown, key: "required" })

/** What a key is made of. */
export const CreateApiKeyDTO = dto({ name: "required,line,max=200" })

/** API keys of the user, and the route that one opens. */
export const ApiKeyRoutes = contract({
  create: {
    method: "POST",
    path: "/auth/api-keys",
    accepts: { body: CreateApiKeyDTO },
    returns: { 201: NewApiKey, 400: Refusal, 409: Refusal },
    summary: "Make an API key; it is shown only here",
  },
  index: {
    method: "GET",
    path: "/auth/api-keys",
    returns: { 200: list(ApiKey) },
    summary: "My API keys",
  },
  delete: {
    method: "DELETE",
    path: "/auth/api-keys/:id",
    returns: { 204: null },
    summary: "Revoke an API key",
  },
  show: {
    method: "GET",
    path: "/auth/key",
    returns: { 200: User },
    summary: "Whose API key it is",
  },
})
