/** What is kept for each of the ids that wrk asks for. */
export function userOf(id: string): object {
  return {
    id,
    name: "Ada Lovelace",
    email: `ada${id}@example.com`,
    age: 36,
    role: "user",
    active: true,
    created_at: "2026-01-01T00:00:00.000Z",
  }
}

/** Where Redis is, and under which keys this run may write. */
export const redisUrl: string = process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379"
export const prefix: string = process.env["BENCH_PREFIX"] ?? "bench"

/** Seconds for which a value is kept: longer than any run. */
export const lifetime = 3_600
