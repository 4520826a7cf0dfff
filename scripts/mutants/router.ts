import { type Mutant, mutantsOf } from "./mutant.ts"

const router = "packages/trivet/src/router"
const engine = "packages/trivet/src/engine"
const resolveTests = [`${router}/resolve.test.ts`]

/** Which route a path finds: spellings, decoding, dot segments, precedence. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${engine}/target.ts`,
    [`${engine}/target.test.ts`],
    [
      ['path.includes("\\\\") || ', "", "A proxy takes a backslash for a slash: its rules see another path."],
      [' || path.includes("#")', "", "A proxy cuts the path at `#`: its rules see another path."],
      ["/%2e/gi", "/%2e/g", "A proxy resolves `%2E%2E`: its rules see another path."],
      [
        "segment.length > 6 ?",
        "segment.length > 5 ?",
        "A proxy resolves `%2e%2e`: its rules see another path.",
      ],
      ['plain === "." || ', "", "A proxy resolves `/./`: its rules see another path."],
      [' || plain === ".."', "", "A proxy resolves `/../`: its rules see another path."],
      [
        "code === dot || code === percent",
        "code === dot",
        "A proxy resolves `%2e%2e`: its rules see another path.",
      ],
      [" || code === backslash || code === hash) odd", ") odd", "Ambiguous characters are not looked for."],
      ['query.includes("#") ? undefined : ', "", "A fragment is read as a part of the query."],
      ["if (!isHost(url.slice(scheme, end))) return -1\n", "\n", "`http://user@host/` is a target."],
      [" && url.charCodeAt(known.length) === slash", "", "`http://localhost@evil/admin` finds another path."],
      [
        "if (scheme === undefined) return -1\n",
        "if (scheme === undefined) return 0\n",
        "A path without a slash is a path.",
      ],
    ],
  ),
  ...mutantsOf(
    `${engine}/host.ts`,
    [`${engine}/target.test.ts`],
    [
      ["[\\w.~%!$&'()*+,;=-]+)", "[^/]+)", "An address that is made of the host leads elsewhere."],
      ["(?::\\d*)?$/i", "(?::\\d*)?/i", "An address that is made of the host leads elsewhere."],
    ],
  ),
  ...mutantsOf(`${router}/resolve.ts`, resolveTests, [
    ['if (path.includes("%")) decode(path)\n', "\n", "A malformed path is answered as if it were none."],
    [
      "values.map(decode)",
      "values.map((value) => decode(decode(value)))",
      "`%252e%252e` becomes `..` behind a check.",
    ],
    ["values.map(decode) : values", "values : values", "A guard and a handler compare escaped names."],
    [
      'throw new Fault("PATH_MALFORMED", {}, { cause })',
      "return String(cause && text)",
      "A malformed escape reaches a handler.",
    ],
  ]),
  ...mutantsOf(`${router}/route-table.ts`, resolveTests, [
    [
      "if (present !== undefined) return present.value\n",
      "\n",
      "A second route replaces one with its guards.",
    ],
    [
      "if (table.cache !== undefined) dropMatches(table.cache)\n  // Removing",
      "// Removing",
      "A removed route still answers.",
    ],
    [
      "if (table.cache !== undefined) dropMatches(table.cache)\n  routes",
      "routes",
      "A new route with a guard is passed by through the cache.",
    ],
  ]),
  ...mutantsOf(`${router}/match-cache.ts`, resolveTests, [
    ["cache.slots.fill(undefined)", "cache.seen.fill(1)", "A removed route still answers."],
    ["cached.path === path && ", "", "A path finds the parameters of another."],
  ]),
  ...mutantsOf(
    `${router}/match-cache.ts`,
    [`${router}/resolve-cost.test.ts`],
    [["path.length <= longestCached && ", "", "Long paths fill the memory."]],
  ),
  ...mutantsOf(`${router}/exact-paths.ts`, resolveTests, [
    [
      "if (known.path === path) return",
      "if (known.path.length === path.length) return",
      "A path finds the route of another.",
    ],
  ]),
  ...mutantsOf(`${router}/search-tree.ts`, resolveTests, [
    [
      "walk(literal, path, depth)",
      "walk(parameter, path, depth)",
      "`/users/:id` answers `/users/me` without its guard.",
    ],
    [
      "wildcard.prefix < depth",
      "wildcard.prefix > depth",
      "A shorter wildcard answers without the longer one's guard.",
    ],
    [
      "return start === path.length ? node.slash : undefined",
      "return node.slash",
      "An empty segment hides the rest of a path from a proxy's rules.",
    ],
    [" && path.slice(start, end) === edge.text", "", "A path finds the route of another."],
    [
      "edge.text.length === end - start && path.slice(start, end)",
      "path.slice(start, end).toLowerCase()",
      "A proxy's rule for `/admin` does not see `/ADMIN`.",
    ],
    ["if (path.charCodeAt(0) !== 47) return undefined\n", "\n", "A path without a slash finds a route."],
    [
      "walk(root, path, 0) ?? wildcard",
      "[walk(root, path, 0), wildcard].findLast(Boolean)",
      "A wildcard answers before a route with a guard.",
    ],
  ]),
  ...mutantsOf(
    `${router}/pattern.ts`,
    [`${router}/pattern.test.ts`],
    [
      [
        '[/^(?:\\.|%2e){1,2}$/i, "a dot segment"],\n',
        "\n",
        "A guarded route has a path that no request can name.",
      ],
      ["%2e){1,2}$/i", "%2e){1,2}$/", "A guarded route has a path that no request can name."],
      ['[/\\\\/, "a backslash"],\n', "\n", "A guarded route has a path that no request can name."],
      [
        "if (twice !== undefined) throw",
        "if (twice === path) throw",
        "Guard and handler read two values of one name.",
      ],
      [
        'join(segments, () => ":")',
        "join(segments, (name) => `:${name}`)",
        "Two routes match the same paths, one without its guard.",
      ],
      ["/[:{}]/.test(text)", "/[:]/.test(text)", "`/users/{id}` is a literal: its guard is never reached."],
      [
        'if (text.includes("*")) throw',
        'if (text.startsWith("*")) throw',
        "`/admin*` is a literal: its guard is never reached.",
      ],
      [
        'if (text === "" && !last) throw',
        'if (text === "/" && !last) throw',
        "`/a//b` is a route that no request finds.",
      ],
      [
        "decodeURIComponent(encoded)",
        "encoded.toString()",
        "A guarded route has a path that no request can name.",
      ],
    ],
  ),
]
