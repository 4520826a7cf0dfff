/** The files of a generated application, by their path inside it. */
export type Files = ReadonlyMap<string, string>

/** A way to write an application, as source text that grows with a number of routes and in nothing else. */
export interface Shape {
  readonly name: string
  /** As in the name of a folder. */
  readonly id: string
  /** Whether it is ours: a rival may grow as it likes. */
  readonly ours: boolean
  /** Whether a client calls every route: such shapes are compared with each other. */
  readonly callsAll?: boolean
  /** Compiler options on top of the workspace's own. */
  readonly compilerOptions: Readonly<Record<string, unknown>>
  /** The application with that many routes, a multiple of ten. With none it still loads all it imports. */
  files(routeCount: number): Files
  /** A slip in one of the files that the compiler must refuse: without it a fast shape may check nothing. */
  readonly mistake: Mistake
  /** What a developer types to call a route, in a file of calls: `bench:completion` requests completions there. */
  readonly typed?: readonly Typed[]
}

/** A text that a developer types before the `return` of a function that calls routes, and the expected completions. */
export interface Typed {
  /** Ends at the position of the completion. */
  readonly text: string
  /** The closing characters that the editor has inserted. */
  readonly closed: string
  /** All names of what is offered. */
  readonly names: readonly string[]
}

/** Replaces a text that stands in a file by one that does not compile. */
export interface Mistake {
  readonly file: string
  readonly from: string
  readonly to: string
  /** Part of what the compiler says of it. */
  readonly message: string
}
