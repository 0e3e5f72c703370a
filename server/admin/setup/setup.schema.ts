import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { SetupStepName } from '#contracts/admin/setup.ts'

/** Setup steps that an administrator skipped. */
export const skippedSetupSteps = pgTable('skipped_setup_steps', {
  step: text().$type<SetupStepName>().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
})
