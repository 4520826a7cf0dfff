import {
  command,
  type Context,
  type Dto,
  dto,
  Fault,
  group,
  PublicError,
  type Reply,
  type Route,
  routes,
  type StandardSchema,
} from "trivet"
import type { JobDetails, JobInfo, JobState, QueueInfo } from "../store/job-store.ts"
import type { Jobs } from "../jobs.ts"
import type { KnownJobs } from "../known-jobs.ts"
import { printJob, printJobs, printQueues } from "./print-jobs.ts"

interface ListOptions {
  readonly job?: string
  readonly state?: string
  readonly limit?: number
}

const listOptions: Dto<ListOptions> = dto({
  job: "; only jobs of this name",
  state: "oneof=waiting|running|done|dead|cancelled; only jobs in this state",
  limit: "integer,min=1,max=1000; the greatest number, 50 unless given",
})

const retryOptions: Dto<{ readonly job: string }> = dto({ job: "required; the name of the job" })

const deleteOptions: Dto<{ readonly job: string; readonly state: string }> = dto({
  job: "required; the name of the job",
  state: "required,oneof=waiting|done|dead|cancelled; the state of the jobs",
})

const runOptions: Dto<{ readonly data?: string }> = dto({ data: "; the payload as JSON" })

type With<Path extends string, Query extends StandardSchema> = Context<{
  readonly path: Path
  readonly accepts: { readonly query: Query }
}>

/** The commands `jobs list`, `show`, `retry` and others of the CLI platform. */
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
        command("list", this.list, {
          summary: "List jobs, newest first",
          accepts: { query: listOptions },
          print: printJobs,
        }),
        command("show/:id", this.show, {
          summary: "Show a job with its payload and its last error",
          print: printJob,
        }),
        command("retry/:id", this.retry, { summary: "Make a dead or cancelled job wait again" }),
        command("retry", this.retryAll, {
          summary: "Make all dead jobs of a name wait again: retry --job=receipts/send",
          accepts: { query: retryOptions },
        }),
        command("delete/:id", this.delete, { summary: "Delete a job that does not run" }),
        command("delete", this.deleteAll, {
          summary: "Delete all jobs of a name in a state: delete --job=receipts/send --state=dead",
          accepts: { query: deleteOptions },
        }),
        command("queues", this.queues, {
          summary: "Count the jobs of each name that wait, run and are dead",
          print: printQueues,
        }),
        command("pause/:job", this.pause, {
          summary: "Let no process take further jobs of a name, until resume",
        }),
        command("resume/:job", this.resume, { summary: "Let processes take jobs of a name again" }),
        command("cancel/:id", this.cancel, { summary: "Cancel a job that has not ended" }),
        command("run/:job", this.run, {
          summary: `Add a job, run it now in this process and show how it ended: run receipts/send --data='{"order":7}'`,
          accepts: { query: runOptions },
          print: printJob,
        }),
      ]),
    ])
  }

  list(ctx: With<"", typeof listOptions>): Promise<readonly JobInfo[]> {
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

  async retryAll(ctx: With<"retry", typeof retryOptions>): Promise<string> {
    const job = this.#nameOf(ctx.input("query").job)
    const count = await this.#jobs.retryAll(job, ctx.signal)
    return `${count} dead ${count === 1 ? "job" : "jobs"} of ${job} ${count === 1 ? "waits" : "wait"} again`
  }

  async delete(ctx: Context<"delete/:id">): Promise<string> {
    const id = ctx.param("id")
    if (await this.#jobs.delete(id)) return `${id} is deleted`
    throw new PublicError(404, `There is no job with the id ${id} that does not run`)
  }

  async deleteAll(ctx: With<"delete", typeof deleteOptions>): Promise<string> {
    const { job: typed, state } = ctx.input("query")
    const job = this.#nameOf(typed)
    const count = await this.#jobs.deleteAll(job, state as Exclude<JobState, "running">, ctx.signal)
    return `${count} ${state} ${count === 1 ? "job" : "jobs"} of ${job} ${count === 1 ? "is" : "are"} deleted`
  }

  queues(): Promise<readonly QueueInfo[]> {
    return this.#jobs.queues()
  }

  async pause(ctx: Context<"pause/:job">): Promise<string> {
    const job = this.#nameOf(ctx.param("job"))
    await this.#jobs.pause(job)
    return `${job} is paused`
  }

  async resume(ctx: Context<"resume/:job">): Promise<string> {
    const job = this.#nameOf(ctx.param("job"))
    await this.#jobs.resume(job)
    return `${job} is resumed`
  }

  async cancel(ctx: Context<"cancel/:id">): Promise<string> {
    const id = ctx.param("id")
    if (await this.#jobs.cancel(id)) return `${id} is cancelled`
    throw new PublicError(404, `There is no job with the id ${id} that waits or runs`)
  }

  async run(ctx: With<"run/:job", typeof runOptions>): Promise<Reply> {
    const job = this.#nameOf(ctx.param("job"))
    const ended = await this.#jobs.runNow(job, payloadOf(ctx.input("query").data)).catch(refuse)
    if (ended === undefined) throw new PublicError(409, `The same job waits already: ${job} is unique`)
    return ctx.status(ended.state === "done" ? 200 : 422).json(ended)
  }

  #nameOf(typed: string): string {
    const names = this.#known.all.map(({ name }) => name)
    if (names.includes(typed)) return typed
    const others = names.length === 0 ? "The application has none" : `Jobs: ${names.join(", ")}`
    throw new PublicError(400, `There is no job named ${JSON.stringify(typed)}. ${others}`)
  }
}

function payloadOf(data: string | undefined): unknown {
  try {
    return data === undefined ? undefined : JSON.parse(data)
  } catch (error) {
    throw new PublicError(400, `--data is not JSON: ${(error as Error).message}`)
  }
}

/** Turns an invalid payload into an error message for the user of the command. */
function refuse(error: unknown): never {
  if (error instanceof Fault && error.code === "JOB_PAYLOAD_INVALID")
    throw new PublicError(400, error.message)
  throw error
}
