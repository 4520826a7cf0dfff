import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { buildApp } from "../app/build-app.ts"
import { createApp } from "../engine/create-app.ts"
import { inject } from "../inject/inject.ts"
import { provide } from "../inject/provider.ts"
import { token } from "../inject/token.ts"
import { module } from "../module/module.ts"
import { api } from "../platform/api/api.ts"
import { BootFault } from "./boot-fault.ts"
import { defineFaults } from "./define-faults.ts"
import { Fault } from "./fault.ts"

const fault = defineFaults({
  SHOP_KEY_SHORT: {
    message: "`SHOP_KEY` has {length} characters.",
    fix: "Set `SHOP_KEY` to at least {least} characters.",
  },
  ORDER_CLOSED: {
    status: 409,
    public: "This order is closed",
    message: "The order {order} is closed.",
    fix: "Reload the page.",
  },
})

// Files of this folder count as the framework's, so the callers are written elsewhere.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "trivet-faults-")))
afterAll(() => rmSync(folder, { recursive: true }))

async function load<T>(file: string, text: string): Promise<T> {
  const path = join(folder, file)
  mkdirSync(join(path, ".."), { recursive: true })
  writeFileSync(path, text)
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as T
}

/** A package with a catalogue, and an application that calls it. */
async function loadShop(home: string) {
  const faults = await load<{ define: (how: typeof defineFaults) => void }>(
    `${home}/faults.js`,
    `export let fault
export const define = (defineFaults) => { fault = defineFaults({ BROKEN: { message: "It broke.", fix: "Fix it." } }) }`,
  )
  faults.define(defineFaults)
  return load<{ open: () => Fault }>(
    `${home}/shop.js`,
    `import { fault } from "./faults.js"
const make = () => fault("BROKEN", {})
export const open = () => make()`,
  )
}

const callShop = (shop: { open: () => Fault }) =>
  load<{ call: (open: () => Fault) => Fault }>(
    "app/main.js",
    "\n\nexport const call = (open) => [open()][0]\n",
  ).then(({ call }) => call(shop.open))

function bootFault(run: () => unknown): BootFault {
  try {
    run()
  } catch (error) {
    if (error instanceof BootFault) return error
  }
  throw new Error("it was built")
}

describe("defineFaults", () => {
  it("makes faults with the code, texts, status and details of the catalogue", () => {
    const closed = fault("ORDER_CLOSED", { order: 7 })
    expect(closed).toBeInstanceOf(Fault)
    expect(closed).toMatchObject({
      code: "ORDER_CLOSED",
      status: 409,
      publicMessage: "This order is closed",
      message: "The order 7 is closed.",
      fix: "Reload the page.",
      details: { order: 7 },
    })
    expect(fault("SHOP_KEY_SHORT", { length: 3, least: 8 }).status).toBe(500)
  })

  it("does not compile without a detail, nor with another code", () => {
    // @ts-expect-error "least" is missing
    expect(fault("SHOP_KEY_SHORT", { length: 3 }).fix).toContain("{least}")
    // @ts-expect-error there is no such code
    expect(() => fault("SHOP_KEY_LONG", {})).toThrow(TypeError)
  })

  it("finds the place that called into the folder of the catalogue", async () => {
    const shop = await loadShop("packages/shop")
    expect((await callShop(shop)).where).toBe(`${folder}/app/main.js:3:32`)
  })

  it("finds the place inside the folder where the framework or a package called it", async () => {
    const shop = await loadShop("application")
    expect(shop.open().where).toBe(`${folder}/application/shop.js:2:20`)
    const installed = await loadShop("node_modules/shop")
    expect(installed.open().where).toBeUndefined()
    expect((await callShop(installed)).where).toBe(`${folder}/app/main.js:3:32`)
  })

  it("does not look for the place of what a client caused, and keeps a place that is given", () => {
    expect(fault("ORDER_CLOSED", { order: 7 }).where).toBeUndefined()
    expect(fault("SHOP_KEY_SHORT", { length: 3, least: 8 }, { where: "shop.env:1" }).where).toBe("shop.env:1")
  })

  it("is reported at boot with its chain, and nothing that only follows from it", () => {
    const key = token<string>("Key")
    class Shop {
      readonly key = inject(key)
    }
    class Counter {
      readonly shop = inject(Shop)
      readonly first = (() => {
        if (typeof this.shop.key !== "string") throw fault("SHOP_KEY_SHORT", { length: 0, least: 8 })
      })()
    }
    const refused = provide(key, () => {
      throw fault("SHOP_KEY_SHORT", { length: 3, least: 8 }, { where: "shop.env:1" })
    })
    const root = module({ name: "shop", declarations: [Counter, Shop, refused] })
    const { message, faults } = bootFault(() => buildApp(root, { platform: api() }))
    expect(faults.map(({ code, chain }) => [code, chain])).toEqual([
      ["SHOP_KEY_SHORT", ["Counter", "Shop", "Key"]],
    ])
    expect(message).toContain("   chain: Counter → Shop → Key\n   at shop.env:1\n   fix: Set `SHOP_KEY`")
  })

  it("is shown with its code and fix where it made a service fail to start", async () => {
    class Shop {
      onStart() {
        throw fault("SHOP_KEY_SHORT", { length: 3, least: 8 }, { where: "shop.env:1" })
      }
    }
    const root = module({ name: "shop", declarations: [Shop] })
    await expect(createApp(root, { platform: api() })).rejects.toThrow(
      "   | SHOP_KEY_SHORT\n   |    `SHOP_KEY` has 3 characters.\n   |    at shop.env:1\n   |    fix: Set `SHOP_KEY`",
    )
  })
})
