import { dto } from "trivet"
import type { Library } from "./parts.ts"

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
