import { isLikeToken, isSecretName } from "../record/secrets.ts"

/** A name with its value in a text that could not be parsed: half of a JSON text, a form of another type. */
const named = /(?<name>[\w-]{1,60})(?<between>["']?\s*[:=]\s*["']?)(?<value>[^"'&,;}\]\s<]+)/g
const long = /[\w+/=~-]{24,}/g

/** A text of no known form with stand-ins for what looks like a secret: by the name before it, or by itself. */
export function hideInText(text: string, standIn: (secret: string) => string): string {
  return text
    .replace(named, (whole, name: string, between: string, value: string) =>
      isSecretName(name) ? `${name}${between}${standIn(value)}` : whole,
    )
    .replace(long, (found) => (isLikeToken(found) ? standIn(found) : found))
}
