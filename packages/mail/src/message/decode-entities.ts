/** Named entities that templates of mails use. Others are left unchanged. */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  bull: "•",
  copy: "©",
  euro: "€",
  gt: ">",
  hellip: "…",
  laquo: "«",
  ldquo: "“",
  lsquo: "‘",
  lt: "<",
  mdash: "—",
  middot: "·",
  nbsp: "\u00a0",
  ndash: "–",
  pound: "£",
  quot: '"',
  raquo: "»",
  rdquo: "”",
  reg: "®",
  rsquo: "’",
  shy: "\u00ad",
  times: "×",
  trade: "™",
  zwnj: "\u200c",
}

/** Decodes the entities of markup without tags. */
export function decodeEntities(markup: string): string {
  return markup.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole
      return characterOf(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)) ?? whole
    },
  )
}

/** Rejects NUL and surrogates, which no mail may contain. */
function characterOf(code: number): string | undefined {
  if (code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return undefined
  return String.fromCodePoint(code)
}
