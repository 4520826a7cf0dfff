import {
  Clock,
  type Context,
  Describe,
  dto,
  get,
  group,
  inject,
  type MiddlewareEntry,
  post,
  PublicError,
  type Reply,
  type Route,
} from "trivet"
import { isOpenTo } from "trivet/extend"
import { flash, redirect } from "trivet/web"
import { fault } from "../faults.ts"
import { Jobs } from "../jobs.ts"
import { addressesBelow } from "./addresses.ts"
import { cutPayload } from "./cut-payload.ts"
import { type JobPage, jobView } from "./job-view.ts"
import { type QueuePage, queueView, states } from "./queue-view.ts"
import { type QueuesPage, queuesView } from "./queues-view.ts"
import { SameOrigin } from "./same-origin.ts"

/** What forms of a queue send. */
const Named = dto({ job: "required" })

/** Not in the OpenAPI document. */
const hidden = { about: { hidden: true } } as const

/** The name of the module. */
export const queuesModuleName: string = "queues page"

/** The most jobs that a page lists. */
const mostListed = 50

/** Shows and operates the queues of the application. */
export class QueuesController {
  readonly #jobs = inject(Jobs)
  readonly #clock = inject(Clock)
  readonly #describe = inject(Describe)
  readonly #path: string
  readonly #middlewares: readonly MiddlewareEntry[]
  readonly #to: ReturnType<typeof addressesBelow>

  constructor(path: string, middlewares: readonly MiddlewareEntry[]) {
    this.#path = path
    this.#middlewares = middlewares
    this.#to = addressesBelow(path)
  }

  routes(): readonly Route[] {
    const pages = [
      get("", this.index, { view: queuesView, ...hidden }),
      get("/queue", this.queue, { view: queueView, ...hidden }),
      get("/job/:id", this.job, { view: jobView, ...hidden }),
      post("/pause", this.pause, hidden),
      post("/resume", this.resume, hidden),
      post("/retry", this.retryDead, hidden),
      post("/delete", this.deleteDead, hidden),
      post("/job/:id/retry", this.retry, hidden),
      post("/job/:id/delete", this.delete, hidden),
    ]
    return [group(this.#path, [...this.#middlewares, SameOrigin], pages)]
  }

  /** A page that shows payloads must not become public by a forgotten guard. */
  onStart(): void {
    const own = this.#describe().routes.filter(({ module }) => module === queuesModuleName)
    if (own.some(({ access }) => isOpenTo(access, {})))
      throw fault("QUEUES_PAGE_UNGUARDED", { path: this.#path })
  }

  async index(): Promise<QueuesPage> {
    return { path: this.#path, queues: await this.#jobs.queues(), now: this.#clock.now() }
  }

  async queue(ctx: Context): Promise<QueuePage> {
    const job = ctx.query("job")
    const state = states.find((one) => one === ctx.query("state")) ?? "dead"
    const found = await this.#jobs.queues(this.#known(job))
    return {
      path: this.#path,
      queue: found[0]!,
      state,
      jobs: await this.#jobs.list({ job, state, limit: mostListed }),
    }
  }

  async job(ctx: Context<"/job/:id">): Promise<JobPage> {
    const { data, steps, ...job } = await this.#find(ctx.param("id"))
    // A result may be long, and secret.
    const shown = steps.map(({ name, attempt, ended }) => ({ name, attempt, ended }))
    return { path: this.#path, job, steps: shown, payload: cutPayload(data) }
  }

  async pause(ctx: Context): Promise<Reply> {
    const { job } = await ctx.bind(Named)
    await this.#jobs.pause(this.#known(job))
    return this.#done(ctx, job, "The queue is paused.", this.#to.index)
  }

  async resume(ctx: Context): Promise<Reply> {
    const { job } = await ctx.bind(Named)
    await this.#jobs.resume(this.#known(job))
    return this.#done(ctx, job, "The queue is resumed.", this.#to.index)
  }

  async retryDead(ctx: Context): Promise<Reply> {
    const { job } = await ctx.bind(Named)
    const count = await this.#jobs.retryAll(this.#known(job), ctx.signal)
    return this.#done(ctx, job, `Dead jobs that wait again: ${count}.`, this.#to.queue(job, "dead"))
  }

  async deleteDead(ctx: Context): Promise<Reply> {
    const { job } = await ctx.bind(Named)
    const count = await this.#jobs.deleteAll(this.#known(job), "dead", ctx.signal)
    return this.#done(ctx, job, `Dead jobs that were deleted: ${count}.`, this.#to.queue(job, "dead"))
  }

  async retry(ctx: Context<"/job/:id/retry">): Promise<Reply> {
    const { id, job } = await this.#find(ctx.param("id"))
    if (!(await this.#jobs.retry(id))) throw new PublicError(409, "The job is neither dead nor cancelled")
    return this.#done(ctx, job, "The job waits again.", this.#to.job(id))
  }

  async delete(ctx: Context<"/job/:id/delete">): Promise<Reply> {
    const { id, job, state } = await this.#find(ctx.param("id"))
    if (!(await this.#jobs.delete(id))) throw new PublicError(409, "The job runs")
    return this.#done(ctx, job, "The job is deleted.", this.#to.queue(job, state))
  }

  #done(ctx: Context, job: string, text: string, to: string): Reply {
    ctx.log.info({ job }, text)
    flash(ctx, { kind: "success", text })
    return redirect(to)
  }

  /** Other applications may keep their jobs in the same tables. */
  #known(job: string): string {
    if (this.#jobs.knows(job)) return job
    throw new PublicError(404, "Not Found")
  }

  async #find(id: string) {
    const found = await this.#jobs.find(id)
    if (found === undefined || !this.#jobs.knows(found.job)) throw new PublicError(404, "Not Found")
    return found
  }
}
