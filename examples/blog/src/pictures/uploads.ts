import { mkdir, opendir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { inject } from "trivet"
import { Settings } from "../settings.ts"

/** A name that a picture has, as `newName()` makes it: nothing else in the folder is ours to remove. */
const named = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[a-z]+$/

/** The folder of the pictures: that of `UPLOADS`, or one that goes when the site stops. Processes must share it. */
export class Uploads {
  readonly #given = inject(Settings).UPLOADS
  readonly folder: string =
    this.#given === undefined ? join(tmpdir(), `blog-pictures-${crypto.randomUUID()}`) : resolve(this.#given)
  #isOpen = false

  /** Whether this process has the folder. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** For the line that `serve()` logs about what is lost when the process ends. */
  get inMemory(): string | undefined {
    return this.#isOpen && this.#given === undefined ? "pictures" : undefined
  }

  /** Makes the folder. An API without the site has none. */
  async open(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 })
    this.#isOpen = true
  }

  async onStop(): Promise<void> {
    if (this.#isOpen && this.#given === undefined) await rm(this.folder, { recursive: true, force: true })
  }

  /** A name for a new picture of a type such as `png`. No other picture ever has it. */
  newName(type: string): string {
    return `${crypto.randomUUID()}.${type}`
  }

  pathOf(file: string): string {
    return join(this.folder, file)
  }

  /** Removes a picture. One that is not there needs no removing. */
  async remove(file: string): Promise<void> {
    if (!this.#isOpen) throw new Error("This process has no folder of pictures")
    if (named.test(file)) await rm(this.pathOf(file), { force: true })
  }

  /** The names of the pictures that were written before a time, in parts. */
  async *writtenBefore(time: number, part = 1_000): AsyncGenerator<readonly string[]> {
    let names: string[] = []
    for await (const { name } of await opendir(this.folder)) {
      if (!named.test(name) || !((await this.#writtenAt(name)) < time)) continue
      names.push(name)
      if (names.length < part) continue
      yield names
      names = []
    }
    if (names.length > 0) yield names
  }

  /** When a picture was written, in milliseconds since 1970; not a number if it has been removed meanwhile. */
  async #writtenAt(file: string): Promise<number> {
    return stat(this.pathOf(file)).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.NaN,
    )
  }
}
