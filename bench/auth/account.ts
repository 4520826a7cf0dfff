/** The cost of the hash below: low enough for a round to hold many logins. */
export const cost = 10

/** The account that logs in. */
export const account = {
  id: "u1",
  email: "ada@example.com",
  password: "correct horse",
  hash: "$2b$10$ZY67bjFx3Ru5ENojHuDTN.NiPr90xLQ7IcUwegHg6jBa0hiap/.m6",
} as const
