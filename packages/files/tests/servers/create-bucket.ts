import { S3mini } from "s3mini"
import { s3TargetOf } from "../../src/store/s3-target.ts"

/** Creates the bucket of a `FILES_URL`, and returns s3mini for it, without the store. */
export async function createBucket(url: string): Promise<S3mini> {
  const bare = new S3mini(s3TargetOf(url))
  await bare.createBucket()
  return bare
}
