// Keys for separately loaded code: a tool that runs the program, a test that loads it, a second copy of this package.
// They are in the global symbol registry, because neither side can import the other. `trivet` of `@trivet/tool` has the
// same texts in `src/program-keys.ts`, and those of other packages: `@trivet/jobs`, `@trivet/limit`, `@trivet/mail`,
// `@trivet/postgres` and `@trivet/redis` define theirs where they are used.

/** On `globalThis`: the folders that this package was loaded from. Two of them are a fault. */
export const copiesKey: unique symbol = Symbol.for("trivet.copies")

/** On `globalThis`: the packages of Trivet that are loaded, with their versions. Two versions are a fault. */
export const packagesKey: unique symbol = Symbol.for("trivet.packages")

/** On `globalThis`: receives a program's application instead of starting it. Set by `trivet routes`, `check` and others. */
export const inspectionKey: unique symbol = Symbol.for("trivet.inspection")

/**
 * On `globalThis`: receives the root module and the options of a program. Set by
 * `createTestApp(() => import("./main.ts"))`.
 */
export const programKey: unique symbol = Symbol.for("trivet.program")

/** On `globalThis`: watches the calls of the program. Set by `trivet dev` and `trivet fuzz`. */
export const watchKey: unique symbol = Symbol.for("trivet.watch")

/** On `globalThis`: what `config()` has read. Kept only if a tool asks for it. */
export const configNotesKey: unique symbol = Symbol.for("trivet.configuration")

/** On the fields of a log line: `trivet dev` shows the same itself, and leaves the line out on a terminal. */
export const shownKey: unique symbol = Symbol.for("trivet.shown")

/** On an `App`: its interface for engines. An application of another copy of this package has it too. */
export const engineAppKey: unique symbol = Symbol.for("trivet.engine-app")
