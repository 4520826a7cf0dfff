import { dto, list, optional } from "trivet"
import type { Library, Parts } from "./parts.ts"

export const withDto: Library = {
  flat: {
    params: dto({ org: "required", id: "required,integer,min=1" }),
    query: dto({ limit: "integer,min=1", open: "boolean", q: "" }),
    headers: dto({ "x-team": "required" }),
    body: dto({
      email: "required,email",
      name: "required",
      password: "required,min=8",
      age: "integer,min=0",
      newsletter: "boolean",
    }),
    item: dto({ id: "required,integer", email: "required", name: "required" }),
    refusal: dto({ error: "required" }),
  },
}

const Address = dto({ city: "required,max=80; Where it is", kind: "oneof=home|work,default=home" })

/** The same with nested objects, lists, choices and defaults. Its lists are of objects, unlike those of the libraries. */
export const nestedDto: Parts = {
  ...withDto.flat,
  query: dto({
    limit: "integer,min=1,default=20; How many",
    open: "boolean,default=false",
    sort: "oneof=up|down",
    stars: "integer,oneof=1|3|5",
  }),
  body: dto({
    email: "required,email",
    name: "required,line",
    address: Address,
    others: list(Address),
    billing: optional(Address),
  }),
  item: dto({ id: "required,integer", email: "required", name: "required", city: "required" }),
}
