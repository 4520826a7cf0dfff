// The keys with which the tool and a running program find each other; `packages/trivet/src/fault/global-keys.ts`
// describes them. They are repeated here, because code in the program's process must not import the framework: a second
// copy beside the program's own would be a fault.

/** On `globalThis`: receives the application instead of starting it. */
export const inspectionKey: unique symbol = Symbol.for("trivet.inspection")

/** On `globalThis`: watches calls. */
export const watchKey: unique symbol = Symbol.for("trivet.watch")

/** On `globalThis`: disables the limits of `@trivet/limit`. */
export const fuzzKey: unique symbol = Symbol.for("trivet.fuzz")

/** On `globalThis`: a list to which `config()` adds what it has read. */
export const configNotesKey: unique symbol = Symbol.for("trivet.configuration")

/** On an instance of `@trivet/jobs`: its jobs. */
export const jobsKey: unique symbol = Symbol.for("trivet.jobs")

/** On the fields of a log line: `trivet dev` shows the same itself, and leaves the line out on a terminal. */
export const shownKey: unique symbol = Symbol.for("trivet.shown")

/** On an instance: the database that it uses, in a few words, such as `PGlite in memory`. */
export const databaseKey: unique symbol = Symbol.for("trivet.database")

/** On an instance: whether it uses Redis, or what stands in for it. */
export const redisKey: unique symbol = Symbol.for("trivet.redis")

/** On an instance: how mail is sent. */
export const mailKey: unique symbol = Symbol.for("trivet.mail")

/** On an instance of `@trivet/mail`: the mails that were kept instead of sent. */
export const mailsKey: unique symbol = Symbol.for("trivet.mails")
