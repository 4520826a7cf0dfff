/** Whether faults run at the length that counts (`npm run test:faults -- --full`), and not at the one of every check. */
export const full: boolean = process.env["TRIVET_LONG"] === "1"
