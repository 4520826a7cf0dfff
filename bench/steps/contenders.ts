/** A program that runs jobs of six steps. */
export interface Contender {
  readonly name: string
  /** The file in `runners`. */
  readonly file: string
  readonly args: readonly string[]
  /** Counts the jobs that have ended. */
  readonly ended: string
  /** What it promises of a step that writes. */
  readonly promises: "once" | "at least once"
}

const dbosEnded = "select count(*)::int as n from dbos.workflow_status where status = 'SUCCESS'"

/** What `bench:steps` compares. */
export const contenders: readonly Contender[] = [
  {
    name: "trivet",
    file: "trivet",
    args: [],
    ended: "select count(*)::int as n from pgboss.job where state = 'completed'",
    promises: "once",
  },
  {
    name: "DBOS, transactions",
    file: "dbos",
    args: ["transactions"],
    ended: dbosEnded,
    promises: "once",
  },
  { name: "DBOS, steps", file: "dbos", args: ["steps"], ended: dbosEnded, promises: "at least once" },
]
