/** Callers that cannot be set up. */
export default function access(): never {
  throw new Error("POST /register: 500")
}
