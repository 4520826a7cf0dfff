/** Writes one line: a message, or fields and a message, as in pino. Pass an error as the field `err`. */
export interface LogMethod {
  (message: string): void
  (fields: object, message?: string): void
}

/**
 * The application's log; inject it with `inject(Log)`. Any logger with pino's methods can be passed as the option `log`
 * of `createApp()` and `serve()`. Inside a call use `ctx.log`, which adds the request id.
 */
export abstract class Log {
  abstract readonly trace: LogMethod
  abstract readonly debug: LogMethod
  abstract readonly info: LogMethod
  abstract readonly warn: LogMethod
  abstract readonly error: LogMethod
  abstract readonly fatal: LogMethod
  /** Returns a log that adds these fields to every line. */
  abstract child(fields: object): Log
}
