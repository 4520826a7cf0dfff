import { dto, list, resource } from "trivet"

/** A user in version 1: one name. */
export const User = dto({ id: "required", email: "required,email", name: "required" })

/** What creates or replaces a user in version 1. */
export const NewUser = dto({ email: "required,email", name: "required" })

const NotFound = dto({ error: "required" })
const ada = { id: "1", email: "ada@lovelace.example", name: "Ada Lovelace" }

/** Version 1: the five routes of a collection. Clients in the field depend on it. */
export const UsersV1 = resource("users", {
  index: { returns: { 200: list(User) }, summary: "All users" },
  show: {
    returns: { 200: User, 404: NotFound },
    summary: "One user",
    about: { examples: { params: { id: "1" }, returns: { 200: ada } } },
  },
  create: { accepts: { body: NewUser }, returns: { 201: User }, summary: "Add a user" },
  update: {
    accepts: { body: NewUser },
    returns: { 200: User, 404: NotFound },
    summary: "Replace a user",
    about: { deprecated: "2026-01-01", sunset: "2035-01-01" },
  },
  delete: { returns: { 204: null }, summary: "Remove a user" },
})
