import { PublicError } from "trivet"

/** Waits for a token, or for what it needs; whatever keeps it from being made becomes the 500 that the specification names. */
export async function generateToken<T>(token: Promise<T>): Promise<T> {
  try {
    return await token
  } catch (error) {
    throw new PublicError(500, "Failed to generate token", { cause: error })
  }
}
