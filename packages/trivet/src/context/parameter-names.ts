/** The names of the parameters of a path: `ParameterNames<"/orgs/:org/*">` is `"org" | "*"`. */
export type ParameterNames<Path extends string> = NamesIn<`/${Path}`>

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? "*"
      : never
