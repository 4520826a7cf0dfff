import type { PrintOptions } from "trivet"
import type { JobDetails, JobInfo, QueueInfo } from "../store/job-store.ts"

/** Prints jobs as a list: one line for each, with its full id, and one for its error. It fits into 80 columns. */
export function printJobs(jobs: readonly JobInfo[], { columns }: PrintOptions): string {
  if (jobs.length === 0) return "(none)\n"
  const now = Date.now()
  const rows = jobs.map((job) => {
    const line = [job.id.padEnd(36), job.state.padEnd(9), timeOf(job, now).padEnd(8), plain(job.job)].join(
      "  ",
    )
    if (job.error === undefined) return line
    const reason = plain(`  attempt ${job.attempts}: ${job.error.split("\n", 1)[0]!}`)
    return `${line}\n${columns === undefined ? reason : cut(reason, columns)}`
  })
  const head = ["ID".padEnd(36), "STATE".padEnd(9), "WHEN".padEnd(8), "JOB"].join("  ")
  return `${[head, ...rows].join("\n")}\n`
}

/** One job with its payload and its whole error. */
export function printJob(job: JobDetails): string {
  const fields = [
    ["id", job.id],
    ["job", plain(job.job)],
    ["state", job.state],
    ["attempts", String(job.attempts)],
    ["created", job.created.toISOString()],
    ["due", job.due?.toISOString()],
    ["ended", job.ended?.toISOString()],
    ...job.steps.map(
      ({ name, ended, attempt }) =>
        ["step", `${plain(name)} (attempt ${attempt}, ${ended.toISOString()})`] as const,
    ),
    ["payload", job.data === null ? undefined : indented(JSON.stringify(job.data, undefined, 2))],
    ["error", job.error === undefined ? undefined : indented(job.error)],
  ] as const
  return fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(8)}  ${value}\n`)
    .join("")
}

/** One line for each name of jobs. */
export function printQueues(queues: readonly QueueInfo[]): string {
  if (queues.length === 0) return "(none)\n"
  const now = Date.now()
  const rows = queues.map(({ job, waiting, running, dead, dueSince, paused }) =>
    [
      ...[waiting, running, dead].map((count) => String(count).padStart(8)),
      (dueSince === undefined ? "" : spanOf(now - dueSince.getTime())).padStart(8),
      paused === undefined ? job : `${job} (paused)`,
    ].join("  "),
  )
  const head = [...["WAITING", "RUNNING", "DEAD", "OLDEST"].map((title) => title.padStart(8)), "JOB"].join(
    "  ",
  )
  return `${[head, ...rows].join("\n")}\n`
}

/** When a waiting job is due; for others, how long ago they ended or were added. */
function timeOf({ due, ended, created }: JobInfo, now: number): string {
  const milliseconds = (due ?? ended ?? created).getTime() - now
  if (due !== undefined) return milliseconds <= 0 ? "now" : `in ${spanOf(milliseconds)}`
  return `${spanOf(-milliseconds)} ago`
}

const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const

function spanOf(milliseconds: number): string {
  const unit = units.find(([, length]) => milliseconds >= length)
  if (unit === undefined) return `${Math.max(0, Math.floor(milliseconds / 1_000))} s`
  return `${Math.floor(milliseconds / unit[1])} ${unit[0]}`
}

/** Indents all lines after the first, which follows the name of its field. */
function indented(text: string): string {
  return text.split("\n").map(plain).join("\n          ")
}

/** Replaces control characters: payloads and errors are untrusted and must not control the terminal. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "\uFFFD")
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(1, columns - 1))}…`
}
