// A module is taken from a record under a misspelt name.
import { module, type Module } from "trivet"
import type { Expected } from "../expected.ts"

const modules: { [name: string]: Module } = {
  posts: module({ name: "posts" }),
}

export const root = module({ name: "app", imports: [modules["post"]!] }) // here
export const expected = { code: "ENTRY_UNDEFINED", chain: ["app"] } satisfies Expected
