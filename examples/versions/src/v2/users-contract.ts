import { contract, dto, list } from "trivet"

/** A user in version 2: the name in two parts. */
export const User = dto({
  id: "required",
  email: "required,email",
  first_name: "required",
  last_name: "",
})

/** What creates a user in version 2. */
export const NewUser = dto({ email: "required,email", first_name: "required", last_name: "" })

const NotFound = dto({ error: "required" })
const grace = { email: "grace@hopper.example", first_name: "Grace", last_name: "Hopper" }

/** Version 2: pages of users; nothing is replaced as a whole any more. */
export const UsersV2 = contract({
  index: {
    method: "GET",
    path: "/users",
    accepts: { query: dto({ limit: "integer,min=1", after: "", reverse: "boolean" }) },
    returns: { 200: list(User) },
    summary: "A page of users",
    about: {
      description: "At most `limit` users (10 unless given), beginning behind the user whose id is `after`.",
      examples: { query: { limit: 2 } },
    },
  },
  show: {
    method: "GET",
    path: "/users/:id",
    accepts: { params: dto({ id: "required,integer,min=1" }) },
    returns: { 200: User, 404: NotFound },
    summary: "One user",
    about: { examples: { params: { id: 1 } } },
  },
  create: {
    method: "POST",
    path: "/users",
    accepts: { body: NewUser },
    returns: { 201: User, 409: NotFound },
    summary: "Add a user",
    about: { examples: { body: grace } },
  },
  remove: {
    method: "DELETE",
    path: "/users/:id",
    returns: { 204: null, 404: NotFound },
    summary: "Remove a user",
  },
})
