/** The names of the parameters in a path: `"/orgs/:org/*"` has `"org"` and `"*"`. */
export type ParameterNames<Path extends string> = NamesIn<`/${Path}`>

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? "*"
      : never
