import type { Action, RecordAction } from '#server/platform/audit/action.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { AuditStore } from './audit.store.ts'

/** Failed tries to sign in that are written down within an hour: someone who guesses must not be able to fill the disk. */
const REFUSALS = { fromOneAddress: 10, atAll: 100 }

export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({ store, orm }: { store: AuditStore; orm: Orm }) {
  const record: RecordAction = store.append

  return {
    list: store.list,
    people: store.people,
    record,

    /** Writes down that somebody could not sign in, as long as there are not too many such entries; the last of them says so. */
    recordRefusal: async (action: Action): Promise<void> => {
      const { own, all } = await store.countLastHour(['refused', 'unrecorded'], action.by?.address ?? '')
      if (all > REFUSALS.atAll || own > REFUSALS.fromOneAddress) return
      const full = all === REFUSALS.atAll || own === REFUSALS.fromOneAddress
      await record(orm, full ? { ...action, verb: 'unrecorded' } : action)
    },
  }
}
