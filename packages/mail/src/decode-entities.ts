/** Characters that templates of mails write by name. Others are left as they are. */
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

/** The text that markup without tags stands for. */
export function decodeEntities(markup: string): string {
  return markup.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return Object.hasOwn(named, name) ? named[name]! : whole
      return characterOf(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)) ?? whole
    },
  )
}

/** Neither NUL nor half of a surrogate pair: no mail may contain them. */
function characterOf(code: number): string | undefined {
  if (code === 0 || code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff)) return undefined
  return String.fromCodePoint(code)
}
