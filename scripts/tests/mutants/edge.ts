import { type Mutant, mutantsOf } from "./mutant.ts"

const trivet = "packages/trivet/src"
const handler = [`${trivet}/engine/fetch/edge-handler.test.ts`]

/** Edge runtimes: which address they trust, and what their errors show. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${trivet}/engine/fetch/address-of.ts`, handler, [
    [
      " || (request as { readonly cf?: object }).cf === undefined",
      "",
      "Any client names its own address to a workerd outside Cloudflare, and escapes limits.",
    ],
  ]),
  ...mutantsOf(
    `${trivet}/app/config/production.ts`,
    [`${trivet}/app/config/production.test.ts`],
    [
      [
        "mode === undefined ? isEdge() : mode",
        "mode",
        "A Worker shows every visitor the stacks of its errors, and its cookies are not Secure.",
      ],
    ],
  ),
]
