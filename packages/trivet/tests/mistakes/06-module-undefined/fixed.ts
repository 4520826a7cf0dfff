// Fixed as the fault says.
import { module, type Module } from "trivet"

const modules: { [name: string]: Module } = {
  posts: module({ name: "posts" }),
}

export const root = module({ name: "app", imports: [modules["posts"]!] })
