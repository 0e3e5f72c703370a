import { useState } from 'react'
import { AuditEntry, type AuditNoun } from '#contracts/admin/audit.ts'
import { read } from '#web/admin/kit/api.ts'
import { hasStatus } from '#web/admin/kit/failures.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { comparedFields, type ItemField } from './described-form.ts'
import { fetchStored } from './use-edited-item.ts'

/** Field of the newer version of an item. `changed` is true if the value differs from the version that the form opened. */
export type ComparedField = ItemField & { changed: boolean }

/** Administrator and time of the last change of an item */
type ChangedBy = { name: string; at: string }

const ENTRIES = 30

/**
 * Finds the last change of an item among the newest audit log entries. Returns undefined if the change is older, or if the audit log can't
 * be fetched.
 */
async function findLastChange({ auditNoun: noun }: { auditNoun: AuditNoun }, id: string): Promise<ChangedBy | undefined> {
  try {
    const entries = await read(AuditEntry.array(), `/audit?${new URLSearchParams({ noun, limit: String(ENTRIES) })}`)
    const last = entries.find(({ subject, changes }) => subject.id === id || changes.some(({ item }) => item?.id === id))
    return last?.admin ? { name: last.admin.name, at: last.at } : undefined
  } catch {
    return undefined
  }
}

/** Tracks whether another administrator changed or deleted an item while it is being edited. */
export function useEditConflict<Item extends { id: string; updatedAt?: string }>(resource: Resource<Item>, item: Item | undefined) {
  const time = useShopTime()
  const [newer, setNewer] = useState<Item>()
  const [gone, setGone] = useState(false)
  const [by, setBy] = useState<ChangedBy>()

  /**
   * Returns whether saving failed because of an edit conflict. A 409 response that names a field is a validation error, such as an email
   * that is already in use.
   */
  async function check(error: unknown): Promise<boolean> {
    if (!item) return false
    let found = error
    if (hasStatus(error, 409) && !error.problem.errors?.length) {
      try {
        const stored = await fetchStored(resource, item.id)
        setBy(await findLastChange(resource, item.id))
        setNewer(stored)
        return true
      } catch (failure) {
        found = failure
      }
    }
    const isGone = hasStatus(found, 404)
    if (isGone) {
      setBy(await findLastChange(resource, item.id))
      setGone(true)
    }
    return isGone
  }

  function compare(): ComparedField[] {
    const { form, valuesOf } = resource
    if (!form || !item || !newer) return []
    const before = comparedFields(form, valuesOf(item), time)
    return comparedFields(form, valuesOf(newer), time).map((field, at) => ({ ...field, changed: before[at]?.value !== field.value }))
  }

  return {
    state: gone ? ('gone' as const) : newer ? ('changed' as const) : undefined,
    newer,
    by,
    fields: compare(),
    check,
    clear: () => setNewer(undefined),
  }
}
