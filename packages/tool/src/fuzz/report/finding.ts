import type { FuzzCall } from "../call/fuzz-call.ts"

/** What kind of error was found. */
export type FindingKind =
  | "server-error"
  | "contract"
  | "no-reply"
  | "crash"
  | "unguarded"
  | "access"
  | "leak"
  | "injection"
  | "markup"
  | "header"
  | "redirect"
  | "file"
  | "secret"
  | "dropped-clients"
  | "restart"
  | "memory"
  | "unbounded-list"

/** A problem that a call revealed. */
export interface FuzzProblem {
  readonly kind: FindingKind
  /** The route, such as `GET /posts/:id`. */
  readonly route: string
  /** What happened, as one sentence. */
  readonly title: string
  /** The evidence: the reply, the error that was thrown, figures. */
  readonly evidence: string
  /** Distinguishes problems of the same kind and route: where an error was thrown. */
  readonly origin?: string
  /** The id of the call that caused it, if that is another one. */
  readonly cause?: string
  /** The fix, if the error that was thrown says more than its kind. */
  readonly fix?: string
}

/** How to reproduce a finding: the calls, or the phase if calls alone do not reproduce it. */
export interface Recipe {
  /** The calls, in order. */
  readonly calls?: readonly FuzzCall[]
  /** The phase to run instead. */
  readonly phase?: string
}

/** An error that `fuzz()` found in an application. */
export interface Finding extends FuzzProblem {
  /** The position of the handler in the source. */
  readonly where: string | undefined
  /** The shortest calls that show it, as `curl` or a test would send them. */
  readonly recipe: Recipe
  /** The fix. */
  readonly fix: string
  /** A test file that fails as long as the error exists. */
  readonly test: string
  /** Where the test file was written; `undefined` if it was not. */
  readonly file?: string
}

/** The result of `fuzz()`. */
export interface FuzzReport {
  /** Repeats the run: `fuzz(app, { seed })`. */
  readonly seed: number
  readonly seconds: number
  /** The number of sent calls. */
  readonly calls: number
  readonly routes: number
  /** The phases that were run. */
  readonly phases: readonly {
    readonly name: string
    readonly seconds: number
    readonly calls: number
    /** Why the phase did less than it could, if so. */
    readonly note?: string
  }[]
  readonly findings: readonly Finding[]
  /** Why the run could not try everything, such as an error in the access file; `undefined` if it could. */
  readonly failure?: string
}

/** Identifies a problem: equal for the same error found twice. */
export function problemKey({ kind, route, origin = "" }: FuzzProblem): string {
  return `${kind} ${route} ${origin}`
}

/** The fix for each kind of finding. */
export const fixes: Readonly<Record<FindingKind, string>> = {
  "server-error": "Reject the input with a 4xx status, or declare the status in `returns`.",
  contract: "Return what `returns` declares, or change the schema.",
  "no-reply": "Give what the handler waits for a timeout, and await every promise.",
  crash: "Catch the error where it is raised: an error outside of a call ends the process.",
  unguarded: "Put the guard on the route or its group; do not compare paths or methods in a middleware.",
  access: "Check in the guard who the caller is and whose data the route names.",
  leak: "Ask only for the caller's rows: add the owner to the condition of the query, and to the key of a cache.",
  injection: "Pass values as parameters of the statement; never concatenate them.",
  markup: "Render with the `html` template, which escapes values.",
  header: "Do not put input into a header without checking it.",
  redirect: "Redirect only to paths of this site: one that begins with `/` and not with `//` or `/\\`.",
  file: "Serve files with staticFiles(), or compare the resolved path with the folder.",
  secret: "Answer with a message of your own; declare the reply's fields in `returns` and set `prune`.",
  "dropped-clients":
    "Release what a call holds in `finally` or `ctx.onDone()`, and stop work at `ctx.signal`.",
  restart: "Let serve() handle SIGTERM: it finishes calls in flight. Do not call process.exit().",
  memory: "Bound what the process keeps for each call: a cache, a list, a listener.",
  "unbounded-list": "Return pages: a limit with a greatest value, and a cursor for the next page.",
}
