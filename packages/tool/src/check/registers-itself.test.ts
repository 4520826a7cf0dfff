import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { folderOf } from "../../tests/testing/running-tool.ts"
import { runTool } from "../../tests/testing/run-tool.ts"

const folder = folderOf({
  "src/main.ts": `import { get, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

class Events {
  readonly #all: unknown[] = []
  on(name: string, act: unknown) {
    this.#all.push([name, act])
    return () => undefined
  }
  names() {
    return this.#all.length
  }
}

class ByField {
  readonly end = inject(Events).on("paid", () => this.act())
  act() {}
}

class ByLaterField {
  readonly #events = inject(Events)
  readonly end = this.#events.on("paid", () => undefined)
}

class ByConstructor {
  readonly #events = inject(Events)
  constructor() {
    this.#events.on("paid", () => undefined)
  }
}

const registry = { add: (_: unknown) => true }

class ByHandingOver {
  readonly added = registry.add(this)
}

class ByServing {
  onServe() {}
}

class ByHealth {
  onHealth() {}
}

class Idle {
  readonly #events = inject(Events)
  readonly later = () => {
    this.#events.on("late", this)
  }
  act(): number {
    return this.#events.names()
  }
}

class Home {
  readonly #events = inject(Events)
  routes() {
    return routes([get("/", () => this.#events.names())])
  }
}

const all = [ByField, ByLaterField, ByConstructor, ByHandingOver, ByServing, ByHealth, Idle]
await serve(module({ name: "app", declarations: [Home, Events, ...all] }), { platform: api() })
`,
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("SERVICE_UNUSED", () => {
  it("leaves alone classes that register themselves or have a hook, and finds one that does neither", async () => {
    const { stdout } = await runTool(["check", "--json"], { cwd: folder })
    const { findings } = JSON.parse(stdout) as {
      findings: { code: string; subject: string; where: string }[]
    }
    expect(findings.map(({ code, subject }) => `${code} ${subject}`)).toEqual(["SERVICE_UNUSED Idle"])
    expect(findings[0]!.where).toContain(join("src", "main.ts"))
  })
})
