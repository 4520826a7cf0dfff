import { type Mutant, mutantsOf } from "./mutant.ts"

const fetchPublic = "packages/trivet/src/engine/node/fetch-public"
const every = "packages/tool/templates/webhooks/every/src/webhooks"
const generated = ["packages/tool/src/accounts/webhooks.test.ts"]

/** Webhooks that are sent: to whom, how often, and by whose order. */
export const mutants: readonly Mutant[] = [
  ...mutantsOf(
    `${fetchPublic}/fetch-public.ts`,
    [`${fetchPublic}/is-public-address.test.ts`],
    [
      [
        "return isIP(host) !== 0 && !isPublicAddress(host) ? notPublic : undefined",
        "return undefined",
        "A form takes the address of a server behind the firewall.",
      ],
      ['username !== "" || password !== ""', "false", "A password is stored with an address, and logged."],
    ],
  ),
  ...[
    ...mutantsOf(`${every}/endpoints-store.ts`, generated, [
      [
        'await row.where("user_id", "=", user).executeTakeFirst()',
        "await row.executeTakeFirst()",
        "Users read, replay and delete what belongs to others.",
      ],
      [".forNoKeyUpdate()", "", "A user creates any number of endpoints at the same time."],
      ["array[${secret}, secrets[1]]", "array[${secret}]", "A new secret breaks the receiver at once."],
      [
        'own.where("failing_since", "<=", new Date(now.getTime() - 3 * day))',
        "own",
        "One failure switches an endpoint off.",
      ],
    ]),
    ...mutantsOf(`${every}/webhooks.ts`, generated, [
      ["found?.endpoint_id !== endpoint", "found === undefined", "Users replay the deliveries of others."],
    ]),
    ...mutantsOf(`${every}/webhook-jobs.ts`, generated, [
      [
        ' || (attempt !== undefined && delivery.status !== "waiting")',
        "",
        "A delivery that a replay has brought is sent again.",
      ],
    ]),
  ].map((mutant) => ({ ...mutant, slow: true as const })),
]
