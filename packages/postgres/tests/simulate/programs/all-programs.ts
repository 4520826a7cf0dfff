import { brokenReply } from "./broken-reply.ts"
import { checkThenInsert } from "./check-then-insert.ts"
import { deadlock } from "./deadlock.ts"
import { doubleSpend } from "./double-spend.ts"
import { earlyJob } from "./early-job.ts"
import { effectWithoutCommit } from "./effect-without-commit.ts"
import { lostUpdate } from "./lost-update.ts"
import { lostWakeUp } from "./lost-wake-up.ts"
import { outboxGap } from "./outbox-gap.ts"
import type { Program } from "./program.ts"
import { readAndWriteCounter } from "./read-and-write-counter.ts"
import { redeemedTwice } from "./redeemed-twice.ts"
import { retry } from "./retry.ts"
import { revokedSession } from "./revoked-session.ts"
import { rolledBackCache } from "./rolled-back-cache.ts"
import { staleCacheFill } from "./stale-cache-fill.ts"
import { staleRedisFill } from "./stale-redis-fill.ts"
import { staleAfterOutage } from "./stale-after-outage.ts"
import { twoWinners } from "./two-winners.ts"
import { writeSkew } from "./write-skew.ts"

/** One bug each, and the same programs without it. */
export const allPrograms: readonly Program[] = [
  lostUpdate,
  writeSkew,
  doubleSpend,
  staleCacheFill,
  earlyJob,
  effectWithoutCommit,
  retry,
  twoWinners,
  lostWakeUp,
  outboxGap,
  deadlock,
  checkThenInsert,
  readAndWriteCounter,
  rolledBackCache,
  revokedSession,
  brokenReply,
  staleRedisFill,
  staleAfterOutage,
  redeemedTwice,
]
