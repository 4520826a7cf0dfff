import type { SerializedRoute } from "../../inspect/report.ts"
import { placeOf, type Rule, titleOf } from "../rule.ts"

/** A record of a package's kind, such as a job, in an application that does not import the package's module. */
export const recordNeverCalled: Rule = {
  code: "RECORD_NEVER_CALLED",
  finds: "a job, or a record of another kind, that no module of the application runs",
  find: (app) =>
    app.routes
      // Requests and commands depend on the platform: one module tree may serve both, from two programs.
      .filter(({ kind, served }) => !served && kind !== "request" && kind !== "command")
      .map((route) => ({
        subject: titleOf(route),
        message: `\`${titleOf(route)}\` of \`${route.controller}\` is never called: no module of the application answers calls of the kind \`${route.kind}\`.`,
        where: placeOf(route),
        fix: fixOf(route),
      })),
}

function fixOf({ kind }: SerializedRoute): string {
  return kind === "job"
    ? "Import `jobs()` of @trivet/jobs in the module of the job: `imports: [jobs({ … })]`."
    : `Import the module that answers calls of the kind \`${kind}\`.`
}
