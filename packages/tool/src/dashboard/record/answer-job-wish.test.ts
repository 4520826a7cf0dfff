import { job, Jobs, jobs } from "@trivet/jobs"
import { type Context, contract, dto, implement, module, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ShownJob, ShownJobs } from "../shown-job.ts"
import { answerJobWish, type AppJobs } from "./answer-job-wish.ts"
import { Recorder } from "./recorder.ts"

const password = "correct horse"
const Mails = contract({
  send: job("mails/send", {
    accepts: { body: dto({ to: "required", password: "required" }) },
    retry: 0,
  }),
})

class MailJobs {
  routes() {
    return routes(implement(Mails, this))
  }
  async send(ctx: Context<typeof Mails.send>) {
    const sent = await ctx.bind()
    throw new Error(`refused: ${sent.password}`)
  }
}

describe("what is shown of jobs", () => {
  let stop: () => Promise<void>
  let own: AppJobs
  let id = ""

  beforeAll(async () => {
    const app = await createTestApp(module({ name: "app", imports: [jobs()], declarations: [MailJobs] }))
    const found = app.get(Jobs)
    own = Object.assign(found, { schedules: () => [] }) as unknown as AppJobs
    stop = () => app.stop()
    id = (await found.enqueue(Mails.send, { to: "ada", password }))!
    await found.runDue()
  })
  afterAll(() => stop?.())

  /** Asks as after a restart: nothing is known of the calls before. */
  const ask = (wish: Parameters<typeof answerJobWish>[0]) =>
    answerJobWish(wish, own, new Recorder(() => undefined))

  it("has no secret of a payload in the errors of a list, nor its lines", async () => {
    const { jobs: listed } = JSON.parse(await ask({ what: "list", state: "dead" })) as ShownJobs
    expect(listed.map(({ error, state }) => [state, error])).toEqual([["dead", "Error: refused: •••"]])
  })

  it("has none in the whole error", async () => {
    const { error } = JSON.parse(await ask({ what: "show", id })) as ShownJob
    expect(error).toMatch(/^Error: refused: •••\n {4}at /)
  })

  it("has none in the payload", async () => {
    expect(JSON.parse(await ask({ what: "payload", id }))).toEqual({ to: "ada", password: "•••" })
  })

  it("says what cannot be done", async () => {
    await expect(ask({ what: "cancel", id })).rejects.toThrow("The job has changed meanwhile.")
    await expect(ask({ what: "show", id: "none" })).rejects.toThrow("This job is no longer kept.")
    const recorder = new Recorder(() => undefined)
    await expect(answerJobWish({ what: "list", state: undefined }, undefined, recorder)).rejects.toThrow(
      "The application has no jobs",
    )
  })
})
