import type { JobState } from "../store/job-store.ts"

/** The addresses of the pages and forms. */
export interface Addresses {
  readonly index: string
  queue(job: string, state: JobState): string
  job(id: string): string
  form(name: "pause" | "resume" | "retry" | "delete"): string
}

/** The addresses below a path. */
export function addressesBelow(path: string): Addresses {
  return {
    index: path === "" ? "/" : path,
    queue: (job, state) => `${path}/queue?${new URLSearchParams({ job, state }).toString()}`,
    job: (id) => `${path}/job/${id}`,
    form: (name) => `${path}/${name}`,
  }
}
