/** A colour for a light and for a dark background. */
export interface Colours {
  readonly light: string
  readonly dark: string
}

/** The colours of the drawing by role; roles are classes in the picture. */
export const palette = {
  page: { light: "#ffffff", dark: "#1b1f26" },
  box: { light: "#f8fafc", dark: "#232933" },
  name: { light: "#0f172a", dark: "#e4e8ee" },
  quiet: { light: "#475569", dark: "#a3adbb" },
  controller: { light: "#2563eb", dark: "#8ab4ff" },
  middleware: { light: "#c2410c", dark: "#f2a46a" },
  service: { light: "#475569", dark: "#a3adbb" },
  provider: { light: "#15803d", dark: "#6fd596" },
} as const satisfies Readonly<Record<string, Colours>>

/** The least contrast of a text with its background that WCAG asks for. */
const least = 4.5

/**
 * A colour of a hue that can be read on both pages, and on which their colour can be read. Hues differ in brightness:
 * yellow must be darker than blue to be seen on white.
 */
export function coloursOfHue(hue: number): Colours {
  return { light: readable(hue, palette.page.light, -1), dark: readable(hue, palette.page.dark, 1) }
}

function readable(hue: number, page: string, step: 1 | -1): string {
  let lightness = step === 1 ? 60 : 40
  while (contrast(hsl(hue, 65, lightness), page) < least) lightness += step
  return hsl(hue, 65, lightness)
}

/** The contrast of two colours of the form `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** As `#rrggbb`, because some programs that draw SVG do not know `hsl()`. */
function hsl(hue: number, saturation: number, lightness: number): string {
  const chroma = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12
    const value = lightness / 100 - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0")
  }
  return `#${part(0)}${part(8)}${part(4)}`
}
