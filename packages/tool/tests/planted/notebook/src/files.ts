import { mkdtempSync } from "node:fs"
import { readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Context, dto, get, group, inject, post, PublicError, routes } from "trivet"
import { Accounts, Signed } from "./accounts.ts"

const uploading = { accepts: { body: dto({ name: "required,max=100", content: "required,max=1000" }) } } as const

interface Kept {
  readonly owner: string
  readonly path: string
}

/** Files of the caller, in a folder. */
export class FilesController {
  readonly #accounts = inject(Accounts)
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-notebook-files-"))
  readonly #kept = new Map<string, Kept>()

  routes() {
    return routes([
      group("/files", [Signed], [post("", this.upload, uploading), get("/:id", this.download)]),
    ])
  }

  async onStop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async upload(ctx: Context<"/files", "user_id">) {
    const { name, content } = await ctx.bind(uploading.accepts.body)
    const id = crypto.randomUUID()
    const path = join(this.#folder, id)
    await writeFile(path, content)
    this.#kept.set(id, { owner: ctx.get("user_id"), path })
    return ctx.status(201).json({ id, name })
  }

  async download(ctx: Context<"/files/:id", "user_id">) {
    const user = ctx.get("user_id")
    const file = this.#kept.get(ctx.param("id"))
    const isOpen = file?.owner === user || this.#accounts.isAgent(user)
    if (file === undefined || !isOpen) throw new PublicError(404, "File not found")
    const headers = { "content-type": "text/plain", "content-disposition": "attachment" }
    return new Response(await readFile(file.path), { headers })
  }
}
