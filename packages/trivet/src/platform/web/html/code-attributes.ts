const animations: ReadonlySet<string> = new Set([
  "animate",
  "animatecolor",
  "animatemotion",
  "animatetransform",
  "set",
])
const animated: ReadonlySet<string> = new Set(["attributename", "values", "to", "from", "by"])
const languages: ReadonlySet<string> = new Set(["style", "srcdoc", "srcset", "script"])

/** Attributes that client-side libraries evaluate: htmx, Alpine, Vue, AngularJS, Knockout and Datastar. */
const evaluated =
  /^(?:x-|v-|(?:data-)?ng-|(?:data-)?hx-(?:on|vals|vars|headers|request|trigger)|data-bind$|data-on[-:])/

/**
 * Whether an attribute contains its own language, for which HTML escaping is not safe: event handlers, styles,
 * documents, the values of an SVG animation (it may animate `href`), and what client-side libraries evaluate.
 */
export function isCodeAttribute(tag: string, attribute: string): boolean {
  // Attributes of HTML and SVG begin with a letter; others belong to libraries: `@click`, `:href`, `[href]`, `(click)`,
  // `*ngIf`, `#slot`, `_`.
  if (!/^[a-z]/.test(attribute)) return true
  if (animations.has(tag) && animated.has(attribute)) return true
  // It determines where all relative URLs of the page lead, including scripts.
  if (tag === "base" && attribute === "href") return true
  return attribute.startsWith("on") || languages.has(attribute) || evaluated.test(attribute)
}
