// oxlint-disable typescript/no-unsafe-member-access, typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-return -- plain JavaScript has no types
/** The user that every program answers with. */
export function userOf(id) {
  return { id, name: "Ada Lovelace", email: "ada@example.com", age: 36 }
}
