/** Writes one line: a text, or fields and a text, as pino's methods take them. */
export interface LogMethod {
  (message: string): void
  (fields: object, message?: string): void
}

/** Where the application writes what happens. Injected as `Log`; any logger of pino's shape fits. */
export abstract class Log {
  abstract readonly trace: LogMethod
  abstract readonly debug: LogMethod
  abstract readonly info: LogMethod
  abstract readonly warn: LogMethod
  abstract readonly error: LogMethod
  abstract readonly fatal: LogMethod
  /** A log whose lines carry these fields too. */
  abstract child(fields: object): Log
}
