// Loaded before a program (`--import`): its clock is then ahead of the machine's by TRIVET_CLOCK_AHEAD seconds. The program
// may set that variable while it runs, as an administrator may set a clock.
const ahead = () => Number(process.env["TRIVET_CLOCK_AHEAD"]) * 1000
const real = Date

globalThis.Date = class SkewedDate extends real {
  constructor(...given: [] | [value: number | string | Date]) {
    super(given.length === 0 ? real.now() + ahead() : given[0])
  }
  static override now(): number {
    return real.now() + ahead()
  }
} as DateConstructor
