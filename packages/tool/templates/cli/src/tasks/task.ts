/** Something to be done. */
export interface Task {
  readonly id: number
  readonly title: string
  readonly done: boolean
}
