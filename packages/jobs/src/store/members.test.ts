import { describe, expect, it } from "vitest"
import { Members } from "./members.ts"

/** The views of processes that hear the same messages. */
function viewsOf(...pids: readonly number[]): readonly Members[] {
  const views = pids.map((pid) => new Members("a", pid))
  for (const view of views) view.set(pids)
  return views
}

/** The processes that ask for one job. */
function chosen(views: readonly Members[], queue = "mail"): number[] {
  return views.filter((view) => view.choosesOwn(queue)).map(({ own }) => own)
}

describe("Members", () => {
  it("lets one process ask for each job, in turn", () => {
    const views = viewsOf(30, 10, 20)
    expect([1, 2, 3, 4].map(() => chosen(views))).toEqual([[10], [20], [30], [10]])
  })

  it("starts again when a process comes or goes", () => {
    const views = viewsOf(10, 20)
    chosen(views)
    const late = new Members("a", 30)
    expect(chosen([late])).toEqual([30])
    for (const view of [...views, late]) view.set([10, 20, 30])
    expect([1, 2, 3].map(() => chosen([...views, late]))).toEqual([[10], [20], [30]])
  })

  it("leaves out those that have no place for jobs of the queue", () => {
    const views = viewsOf(10, 20)
    for (const view of views) view.mark(10, "mail", true)
    expect([1, 2].map(() => chosen(views))).toEqual([[20], [20]])
    expect(new Set([1, 2].flatMap(() => chosen(views, "other")))).toEqual(new Set([10, 20]))
    for (const view of views) view.mark(20, "mail", true)
    expect(chosen(views)).toEqual([])
    for (const view of views) view.mark(10, "mail", false)
    expect(chosen(views)).toEqual([10])
  })

  it("lets one process look for due jobs each interval", () => {
    const views = viewsOf(10, 20, 30)
    const turns = Array.from({ length: 12 }, (_, at) =>
      views.filter((view) => view.isTurn(1_000, 60_000 + at * 250)),
    )
    expect(turns.map((some) => some.map(({ own }) => own))).toEqual([
      [10],
      [],
      [],
      [],
      [20],
      [],
      [],
      [],
      [30],
      [],
      [],
      [],
    ])
  })

  it("lets a process that is alone look each interval, more or less, also after its clock was set back", () => {
    const alone = new Members("a", 10)
    const looks = (from: number) =>
      Array.from({ length: 40 }, (_, at) => alone.isTurn(1_000, from + at * 250)).filter(Boolean)
    expect(looks(1e9).length).toBeGreaterThanOrEqual(7)
    expect(looks(1e9 + 10_000).length).toBeLessThanOrEqual(13)
    expect(looks(0).length).toBeGreaterThanOrEqual(7)
  })
})
