import { Fault } from "../fault/fault.ts"

const longest = 200
/** The maximum length of a message as JSON, in characters. */
const largest = 262_144

/**
 * Throws a fault for an invalid name of a topic. Names can contain user input, so they must not contain characters that
 * are special for a carrier.
 */
export function checkTopic(topic: string): string {
  const reason = findReason(topic)
  if (reason === undefined) return topic
  const shown = typeof topic === "string" ? JSON.stringify(topic.slice(0, longest)) : typeof topic
  throw new Fault("TOPIC_INVALID", { topic: shown, reason })
}

function findReason(topic: unknown): string | undefined {
  if (typeof topic !== "string") return "is no text"
  if (topic === "") return "is empty"
  if (topic.length > longest) return `is longer than ${longest} characters`
  if (/[\p{Cc}\u2028\u2029]/u.test(topic)) return "contains a control character"
  if (/[*?[\]\\>]/.test(topic)) return "contains one of `* ? [ ] \\ >`, which are wildcards elsewhere"
  return topic.isWellFormed() ? undefined : "contains half of a surrogate pair, which is no character"
}

/** A message as JSON. Throws a fault if it has no JSON form or is too large. */
export function messageText(topic: string, message: unknown): string {
  const text = JSON.stringify(message) as string | undefined
  if (text === undefined)
    throw new Fault("TOPIC_MESSAGE_INVALID", { topic, reason: "it is no value that JSON has" })
  if (text.length > largest)
    throw new Fault("TOPIC_MESSAGE_INVALID", {
      topic,
      reason: `as JSON it is longer than ${largest} characters`,
    })
  return text
}
