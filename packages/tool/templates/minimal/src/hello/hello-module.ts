import { module } from "trivet"
import { HelloController } from "./hello-controller.ts"

/** The feature to copy from. */
export const HelloModule = module({ name: "hello", declarations: [HelloController] })
