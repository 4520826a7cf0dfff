/**
 * Types that a public signature names and that users cannot import: "entry point: name: type". Do not add to it: export
 * the type, or make what names it internal.
 */
export const knownHiddenTypes: readonly string[] = [
  // Computed by the compiler from what a user wrote, to check it or to type it. Users never write these names.
  "trivet: AppRoutes: CheckedRoute",
  "trivet: AppRoutes: ListedRoute",
  "trivet: ResultOf: ReturnedAs",
  "trivet: Context: AcceptedBy",
  "trivet: Context: PathOf",
  "trivet: DtoInput: HasOneSide",
  "trivet: DtoInput: SplitInput",
  "trivet: DtoOutput: OutputOfField",
  "trivet: DtoOutput: PresentIn",
  "trivet: DtoOutput: Simplify",
  "trivet: Fault: catalogue",
  "trivet: FaultCode: catalogue",
  "trivet: FaultDetails: Placeholders",
  "trivet: ParameterNames: NamesIn",
  "trivet: Resource: OptionsOf",
  "trivet: RouteMaker: AcceptedBy",
  "trivet: RouteMaker: MissingFor",
  "trivet: dto: CheckedFields",
  "trivet: group: CheckedRoutes",
  "trivet: group: ListedRoute",
  "trivet: group: MissingAfter",
  "trivet: group: MissingOf",
  "trivet: implement: EntriesFor",
  "trivet: implement: Implementation",
  "trivet: implement: KeysOf",
  "trivet: implement: MiddlewaresFor",
  "trivet: implement: MissingBehind",
  "trivet: provide: Members",
  "trivet: routes: CheckedRoutes",
  "trivet: routes: ListedRoute",
  "@trivet/multipart: FormSchema: FilesOf",
  "@trivet/multipart: FormSchema: Simplify",
]
