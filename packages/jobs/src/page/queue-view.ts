import { type Html, html, type View } from "trivet/web"
import type { JobInfo, JobState, QueueInfo } from "../store/job-store.ts"
import { type Addresses, addressesBelow } from "./addresses.ts"
import { button, careful, frame } from "./frame.ts"
import { pausing } from "./queues-view.ts"

/** The jobs of one queue that are in a state. */
export interface QueuePage {
  /** The path of the pages. */
  readonly path: string
  readonly queue: QueueInfo
  readonly state: JobState
  readonly jobs: readonly JobInfo[]
}

/** The states that a job may have. */
export const states: readonly JobState[] = ["waiting", "running", "done", "dead", "cancelled"]

/** The most characters of an error in a list. */
const mostCharacters = 200

/** One queue. */
export const queueView: View<QueuePage> = ({ path, queue, state, jobs }, page) => {
  const to = addressesBelow(path)
  return frame(
    queue.job,
    page,
    html`<p><a href="${to.index}">All queues</a></p>
      ${pausing(queue, to)}
      <nav aria-label="States">
        ${states.map(
          (one) =>
            html`<a href="${to.queue(queue.job, one)}" aria-current=${one === state && "page"}>${one}</a>`,
        )}
      </nav>
      ${state === "dead" && jobs.length > 0 && bulk(queue.job, to)}
      ${jobs.length === 0 && html`<p>No job is ${state}.</p>`}
      <ul>
        ${jobs.map((job) => line(job, to))}
      </ul>
      ${jobs.length > 1 && html`<p>The ${jobs.length} newest.</p>`}`,
  )
}

function bulk(job: string, to: Addresses): Html {
  return html`${button(to.form("retry"), "Retry all dead jobs", job)}
  ${careful("Delete all dead jobs …", button(to.form("delete"), "Delete them, which cannot be undone", job))}`
}

function line({ id, created, attempts, error }: JobInfo, to: Addresses): Html {
  const first = error?.split("\n", 1)[0]!.slice(0, mostCharacters).toWellFormed()
  return html`<li>
    <a href="${to.job(id)}">${id}</a><br />
    created ${created.toISOString()}, attempts: ${attempts}${first !== undefined && html`<br /><span class="bad">${first}</span>`}
  </li>`
}
