let segmenter: Intl.Segmenter | undefined

/** Splits a text into grapheme clusters (user-perceived characters). */
export function graphemesOf(text: string): Intl.Segments {
  // Created on first use: it loads tables, and most texts are plain.
  return (segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })).segment(text)
}

// Characters that take two columns according to Unicode's East Asian Width, and emoji.
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18AFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}])/u
const plain = /^[\u0020-\u02FF]*$/
const invisible = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u

/** The width of a text in terminal columns. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text))
    width += invisible.test(segment) ? 0 : wide.test(segment) ? 2 : 1
  return width
}
