import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isOwn } from "./place-of.ts"

/** The orders that failed once, by the name of their simulation. */
type SavedOrders = Record<string, readonly (readonly string[])[]>

/** The file beside a test in which its orders are saved: `simulations/wallets.test.ts.json`. */
export class OrderFile {
  readonly path: string
  readonly #name: string

  constructor(test: string, name: string) {
    this.path = join(dirname(test), "simulations", `${basename(test)}.json`)
    this.#name = name
  }

  /** The saved orders of this simulation. */
  async read(): Promise<readonly (readonly string[])[]> {
    return (await this.#all())[this.#name] ?? []
  }

  /** Saves one more order, unless it is saved already. */
  async add(order: readonly string[]): Promise<void> {
    const all = await this.#all()
    const known = all[this.#name] ?? []
    if (known.some((one) => one.join() === order.join())) return
    await mkdir(dirname(this.path), { recursive: true })
    await writeFile(
      this.path,
      `${JSON.stringify({ ...all, [this.#name]: [...known, order] }, undefined, 2)}\n`,
    )
  }

  async #all(): Promise<SavedOrders> {
    try {
      return JSON.parse(await readFile(this.path, "utf8")) as SavedOrders
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {}
      throw error
    }
  }
}

/** The first file outside of the simulation in a stack. */
export function callingFile(stack: string): string {
  const frames = stack
    .split("\n")
    .flatMap((line) => /((?:file:\/\/)?\/[^()]*?):\d+:\d+\)?$/.exec(line)?.[1] ?? [])
    .map((file) => (file.startsWith("file:") ? fileURLToPath(file) : file))
  return frames.find((file) => !isOwn(file)) ?? join(process.cwd(), "simulation")
}
