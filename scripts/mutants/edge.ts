import { type Mutant, mutantsOf } from "./mutant.ts"

const trivet = "packages/trivet/src"
const handler = [`${trivet}/engine/fetch/edge-handler.test.ts`]
const lost = "What a call does after its reply is dropped with the reply."

/** Edge runtimes: whom they believe, what they show, and what they keep working for. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(`${trivet}/engine/fetch/address-of.ts`, handler, [
    [
      " || (request as { readonly cf?: object }).cf === undefined",
      "",
      "Any client names its own address to a workerd outside Cloudflare, and escapes limits.",
    ],
  ]),
  ...mutantsOf(
    `${trivet}/app/production.ts`,
    [`${trivet}/app/production.test.ts`],
    [
      [
        "mode === undefined ? isEdge() : mode",
        "mode",
        "A Worker shows every visitor the stacks of its errors, and its cookies are not Secure.",
      ],
      [
        ' || navigator?.userAgent === "Cloudflare-Workers"',
        "",
        "A Worker with nodejs_compat shows every visitor the stacks of its errors.",
      ],
    ],
  ),
  ...mutantsOf(`${trivet}/engine/fetch/edge-handler.ts`, handler, [
    [
      "executionContext?.waitUntil(over)",
      "void over",
      "The first client to leave ends the start for all others.",
    ],
    ["starting ??= {", "starting = {", "Each of the first requests starts an application of its own."],
    ["await app.stop()", "void 0", "Each failed start leaves its services running."],
    [
      "if (starting !== undefined && Date.now() - starting.since > patience) starting = undefined",
      "",
      "One start that the runtime drops keeps an isolate from ever answering.",
    ],
  ]),
  ...mutantsOf(`${trivet}/engine/fetch/write-body.ts`, handler, [
    [
      "else edge.waitUntil(new Promise((go) => setTimeout(go, 0)).then(tell))",
      "else setTimeout(tell, 0)",
      lost,
    ],
    ["keep(done?.({ status, aborted }), edge)", "done?.({ status, aborted })", lost],
    ["keep(pieces.cancel(), edge)", "pieces.cancel()", "A source that its client left is not closed."],
    ['signal.addEventListener("abort", cancel)', "", "A source that its client left is never told."],
  ]),
]
