import { type Mutant, mutantsOf } from "./mutant.ts"

const trivet = "packages/trivet/src"
const why = "What a call does later is logged and traced as part of no call."

/** The call scope: which call code belongs to that runs after its handler has returned. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${trivet}/scope/scoped-body.ts`,
    [`${trivet}/scope/scoped-body.test.ts`],
    [
      ["enter(() => iterator.next())", "iterator.next()", why],
      ["enter(() => iterator.return!())", "iterator.return!()", why],
    ],
  ),
  ...mutantsOf(
    `${trivet}/scope/scoped-answers.ts`,
    [`${trivet}/scope/use-call-scope.test.ts`],
    [
      ["reply.body = scopedBody(body, (work) => call.enter(work))", "reply.body = body", why],
      ["enter(() => done(outcome))", "done(outcome)", why],
      ["call.enter(() => answerCall(app, call, match))", "answerCall(app, call, match)", why],
      ["call.enter(() => rejectCall(app, call, thrown))", "rejectCall(app, call, thrown)", why],
    ],
  ),
  ...mutantsOf(
    `${trivet}/scope/scoped-call.ts`,
    [`${trivet}/scope/use-call-scope.test.ts`],
    [["this.enter(() => controller.abort(signal.reason))", "controller.abort(signal.reason)", why]],
  ),
  {
    file: "packages/postgres/src/pool.ts",
    search: "this.#outside(() => this.#connect())",
    replace: "this.#connect()",
    tests: ["packages/postgres/tests/scope/call-scope.test.ts"],
    why: "What a connection reports is logged as part of the call that opened it, which may be another user's.",
    slow: true,
  },
]
