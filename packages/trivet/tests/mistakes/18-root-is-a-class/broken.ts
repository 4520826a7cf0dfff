// The application is given a class as its root.
import { get } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

class AppModule {
  readonly declarations = [HelloController]
}

export const root = AppModule
export const call = { method: "GET", path: "/hello" }
export const expected = { code: "ROOT_NOT_A_MODULE", chain: [] } satisfies Expected
