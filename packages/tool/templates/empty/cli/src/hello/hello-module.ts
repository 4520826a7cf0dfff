import { module } from "trivet"
import { HelloCommands } from "./hello-commands.ts"

/** The feature to copy from. */
export const HelloModule = module({ name: "hello", declarations: [HelloCommands] })
