import { command, type Context, type Dto, dto, group, PublicError, type Route, routes } from "trivet"
import type { JobDetails, JobInfo, JobState } from "./job-store.ts"
import type { Jobs } from "./jobs.ts"
import type { KnownJobs } from "./known-jobs.ts"

interface ListOptions {
  readonly job?: string
  readonly state?: string
  readonly limit?: number
}

const listOptions: Dto<ListOptions> = dto({
  job: "; only jobs of this name",
  state: "oneof=waiting running done dead cancelled; only jobs in this state",
  limit: "integer,min=1,max=1000; the greatest number, 50 unless given",
})

type ListContext = Context<{
  readonly path: ""
  readonly accepts: { readonly query: typeof listOptions }
}>

/** The commands `jobs list`, `show`, `retry`, `cancel` and `run` of the CLI platform. */
export class JobCommands {
  readonly #jobs: Jobs
  readonly #known: KnownJobs
  readonly #group: string

  constructor(jobs: Jobs, known: KnownJobs, name: string) {
    this.#jobs = jobs
    this.#known = known
    this.#group = name
  }

  routes(): readonly Route[] {
    return routes([
      group(this.#group, [
        command("list", this.list, { summary: "List jobs, newest first", accepts: { query: listOptions } }),
        command("show/:id", this.show, { summary: "Show a job with its payload and its last error" }),
        command("retry/:id", this.retry, { summary: "Make a dead or cancelled job wait again" }),
        command("cancel/:id", this.cancel, { summary: "Cancel a job that has not ended" }),
      ]),
    ])
  }

  list(ctx: ListContext): Promise<readonly JobInfo[]> {
    const { job, state, limit } = ctx.input("query")
    return this.#jobs.list({ job, state: state as JobState | undefined, limit })
  }

  async show(ctx: Context<"show/:id">): Promise<JobDetails> {
    const found = await this.#jobs.find(ctx.param("id"))
    if (found === undefined) throw new PublicError(404, `There is no job with the id ${ctx.param("id")}`)
    return found
  }

  async retry(ctx: Context<"retry/:id">): Promise<string> {
    const id = ctx.param("id")
    if (await this.#jobs.retry(id)) return `${id} waits again`
    throw new PublicError(404, `There is no dead or cancelled job with the id ${id}`)
  }

  async cancel(ctx: Context<"cancel/:id">): Promise<string> {
    const id = ctx.param("id")
    if (await this.#jobs.cancel(id)) return `${id} is cancelled`
    throw new PublicError(404, `There is no job with the id ${id} that waits or runs`)
  }
}
