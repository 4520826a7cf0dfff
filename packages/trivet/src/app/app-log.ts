import { type NamedToken, token } from "../inject/token.ts"
import type { Log } from "../log/log.ts"

/**
 * The token of the application's log as it was given, without the fields of the running call. For packages that log
 * outside of calls: unlike `inject(Log)`, it does not make the application run its calls in a scope.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { AppLog } from "trivet/extend"
 *
 * export class Connections {
 *   readonly #log = inject(AppLog)
 *
 *   lost(reason: Error) {
 *     this.#log.warn({ err: reason }, "a connection was lost")
 *   }
 * }
 * ```
 */
export const AppLog: NamedToken<Log> = token<Log>("AppLog")
