import { type Html, html, type View } from "trivet/web"
import { mostCounted, mostRecent, type QueueInfo } from "../store/job-store.ts"
import { type Addresses, addressesBelow } from "./addresses.ts"
import { button, frame } from "./frame.ts"

/** The queues of the application. */
export interface QueuesPage {
  /** The path of the pages. */
  readonly path: string
  readonly queues: readonly QueueInfo[]
  /** The time of the process, in milliseconds. */
  readonly now: number
}

/** The overview. */
export const queuesView: View<QueuesPage> = ({ path, queues, now }, page) => {
  const to = addressesBelow(path)
  return frame(
    "Queues",
    page,
    queues.length === 0
      ? html`<p>The application has no jobs.</p>`
      : html`<ul>
          ${queues.map(
            (queue) =>
              html`<li>
                <h2><a href="${to.queue(queue.job, queue.dead > 0 ? "dead" : "waiting")}">${queue.job}</a></h2>
                ${figures(queue, now)} ${pausing(queue, to)}
              </li>`,
          )}
        </ul>`,
  )
}

/** The figures of a queue. */
function figures(
  { waiting, dueSince, running, failed, dead, doneLastMinute, paused }: QueueInfo,
  now: number,
): Html {
  const oldest = dueSince === undefined ? "none is due" : durationOf(now - dueSince.getTime())
  const rows: readonly (readonly [string, string, boolean?])[] = [
    ["Waiting", upTo(waiting, mostCounted)],
    ["Oldest due for", oldest],
    ["Running", upTo(running, mostCounted)],
    ["Failed, to be retried", upTo(failed, mostCounted)],
    ["Dead", upTo(dead, mostCounted), dead > 0],
    ["Done last minute", upTo(doneLastMinute, mostRecent)],
    [
      "State",
      paused === undefined ? "active" : `paused ${durationOf(now - paused.getTime())} ago`,
      paused !== undefined,
    ],
  ]
  return html`<dl>
    ${rows.map(
      ([name, value, isBad = false]) =>
        html`<div>
          <dt>${name}</dt>
          <dd class="${isBad ? "bad" : ""}">${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** The form that pauses or resumes a queue. */
export function pausing({ job, paused }: QueueInfo, to: Addresses): Html {
  return paused === undefined
    ? button(to.form("pause"), "Pause", job)
    : button(to.form("resume"), "Resume", job)
}

function upTo(count: number, most: number): string {
  return `${count.toLocaleString("en")}${count === most ? " or more" : ""}`
}

/** A duration in its largest whole unit. */
export function durationOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
