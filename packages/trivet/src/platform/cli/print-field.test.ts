import { describe, expect, it } from "vitest"
import type { Context } from "../../context/context.ts"
import { command } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"
import { cli } from "./cli.ts"

const print = ({ total }: { readonly total: number }) => `${total} in all\n`

class Sums {
  routes() {
    return [
      command("sum", () => ({ total: 3 }), { print }),
      command("later", async () => ({ total: 4 }), { print }),
      command("failed", (ctx: Context) => ctx.status(422).json({ total: 5 }), { print }),
      command("refused", () => ({ error: "No", status: 403 }), { print }),
      command("nothing", () => undefined, { print }),
    ]
  }
}

const app = await createTestApp(module({ name: "sums", declarations: [Sums] }), { platform: cli() })
const ask = async (path: string, headers = {}) => {
  const reply = await app.request("", path, { headers })
  return [reply.status, reply.text()]
}

describe("print", () => {
  it("shows what a command returned, now or later, also where it failed", async () => {
    expect(await ask("/sum")).toEqual([200, "3 in all\n"])
    expect(await ask("/later")).toEqual([200, "4 in all\n"])
    expect(await ask("/failed")).toEqual([422, "5 in all\n"])
  })

  it("leaves JSON, errors and nothing as they are", async () => {
    expect(await ask("/sum", { accept: "application/json" })).toEqual([200, '{\n  "total": 3\n}\n'])
    expect(await ask("/refused")).toEqual([403, "No\n"])
    expect(await ask("/nothing")).toEqual([204, ""])
  })
})
