import { job } from "@trivet/jobs"
import { type Context, contract, dto, implement, routes } from "trivet"

/** The jobs of notes. */
export const NoteJobs = contract({
  index: job("notes/index", { accepts: { body: dto({ owner: "required", titles: "max=1000" }) } }),
})

/** Keeps the titles of each owner for a search. */
export class NoteJobsController {
  readonly #titles = new Map<string, string>()

  routes() {
    return routes(implement(NoteJobs, this))
  }

  async index(ctx: Context<typeof NoteJobs.index>) {
    const { owner, titles = "" } = await ctx.bind()
    this.#titles.set(owner, titles)
  }
}
