import { mkdtempSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { file, form } from "@trivet/multipart"
import { type Context, dto, get, group, inject, post, PublicError, routes } from "trivet"
import { Accounts, Signed } from "./accounts.ts"

const uploading = {
  accepts: { body: form(dto({ title: "max=100" }), { content: file({ required: true }) }) },
} as const

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
    return routes([group("/files", [Signed], [post("", this.upload, uploading), get("/:id", this.download)])])
  }

  async onStop(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true })
  }

  async upload(ctx: Context<"/files", "user_id">) {
    const { content } = await ctx.bind(uploading.accepts.body)
    const id = crypto.randomUUID()
    const path = join(this.#folder, id)
    await content.saveAs(path)
    this.#kept.set(id, { owner: ctx.get("user_id"), path })
    return ctx.status(201).json({ id })
  }

  async download(ctx: Context<"/files/:id", "user_id">) {
    const user = ctx.get("user_id")
    const kept = this.#kept.get(ctx.param("id"))
    const isOpen = kept?.owner === user || this.#accounts.isAgent(user)
    if (kept === undefined || !isOpen) throw new PublicError(404, "File not found")
    const headers = { "content-type": "text/plain", "content-disposition": "attachment" }
    return new Response(await readFile(kept.path), { headers })
  }
}
