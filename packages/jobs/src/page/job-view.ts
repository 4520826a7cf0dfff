import { html, type View } from "trivet/web"
import type { JobInfo, JobStep } from "../store/job-store.ts"
import { addressesBelow } from "./addresses.ts"
import { button, careful, frame } from "./frame.ts"

/** A job, and its payload as text. */
export interface JobPage {
  /** The path of the pages. */
  readonly path: string
  readonly job: JobInfo
  readonly payload: string
  readonly steps: readonly Omit<JobStep, "result">[]
}

/** One job. */
export const jobView: View<JobPage> = ({ path, job, payload, steps }, page) => {
  const to = addressesBelow(path)
  const { id, state, attempts, created, due, ended, error } = job
  const rows: readonly (readonly [string, string | number | undefined])[] = [
    ["Id", id],
    ["State", state],
    ["Attempts", attempts],
    ["Created", created.toISOString()],
    ["Due", due?.toISOString()],
    ["Ended", ended?.toISOString()],
  ]
  return frame(
    job.job,
    page,
    html`<p><a href="${to.queue(job.job, state)}">Jobs of this queue</a></p>
      <dl class="wide">
        ${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
      </dl>
      ${(state === "dead" || state === "cancelled") && button(`${to.job(id)}/retry`, "Retry")}
      ${state !== "running" && careful("Delete …", button(`${to.job(id)}/delete`, "Delete it, which cannot be undone"))}
      ${error !== undefined && html`<h2>Error</h2><pre>${error}</pre>`}
      ${
        steps.length > 0 &&
        html`<h2>Steps</h2>
          <ol>
            ${steps.map((one) => html`<li>${one.name}: attempt ${one.attempt}, ${one.ended.toISOString()}</li>`)}
          </ol>`
      }
      <h2>Payload</h2>
      <pre>${payload}</pre>`,
  )
}
