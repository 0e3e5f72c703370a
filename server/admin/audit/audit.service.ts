import type { Action, RecordAction } from '#server/platform/audit/action.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { AuditStore } from './audit.store.ts'

/** Limits of recorded failed sign-ins per hour, so that password guessing can't fill the disk. */
const REFUSALS = { fromOneAddress: 10, atAll: 100 }

export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({ store, orm, record }: { store: AuditStore; orm: Orm; record: RecordAction }) {
  return {
    list: store.list,
    people: store.people,

    /** Records a failed sign-in, up to the hourly limits; the last entry says that further ones are not recorded. */
    recordRefusal: async (action: Action): Promise<void> => {
      const { own, all } = await store.countLastHour(['refused', 'unrecorded'], action.by?.address ?? '')
      if (all > REFUSALS.atAll || own > REFUSALS.fromOneAddress) return
      const full = all === REFUSALS.atAll || own === REFUSALS.fromOneAddress
      await record(orm, full ? { ...action, verb: 'unrecorded' } : action)
    },
  }
}
