/** The parts of a system that a call costs CPU time in. */
export const parts = ["process", "PostgreSQL", "Redis"] as const

/** One of them. */
export type Part = (typeof parts)[number]

/** What one call of a kind costs, in microseconds of CPU time. */
export interface Cost {
  readonly name: string
  readonly title: string
  readonly micros: Readonly<Record<Part, number>>
}
