import { type Context, inject, Log } from "trivet"
import { useCallScope } from "trivet/extend"

/** Compares the call that the scope gives with the one that is running, and counts by place. */
export class Observations {
  readonly #scope = useCallScope("Observations")
  readonly #log = inject(Log)
  #ticks: NodeJS.Timeout | undefined
  /** How often the scope was right, by place. */
  readonly right: Map<string, number> = new Map<string, number>()
  /** Each time that it was not. */
  readonly wrong: string[] = []

  /** `ctx` is the call that is running; `undefined` outside of calls. */
  see(place: string, ctx: Context | undefined): void {
    const current = this.#scope.current()
    if (current === ctx) this.right.set(place, this.count(place) + 1)
    else this.wrong.push(`${place} of ${ctx?.path}: ${current?.path}`)
    this.#log.info({ expected: ctx?.get("request_id") }, place)
  }
  count(place: string): number {
    return this.right.get(place) ?? 0
  }

  onStart(): void {
    this.#ticks = setInterval(() => this.see("outside", undefined), 1)
  }
  onStop(): void {
    clearInterval(this.#ticks)
  }
}
