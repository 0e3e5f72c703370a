import { useState } from 'react'
import { hasStatus } from '#web/features/admin/kit/failures.ts'
import type { ItemField, Resource } from '#web/features/admin/kit/resource.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { fetchStored } from './use-edited-item.ts'

/** A field of the newer version; `changed` when it differs from the version that was opened. */
export type ComparedField = ItemField & { changed: boolean }

/** What others did to the item while it was edited: a newer version, a deletion, or nothing known. */
export function useEditConflict<Item extends { id: string; updatedAt?: string }>(resource: Resource<Item>, item: Item | undefined) {
  const [newer, setNewer] = useState<Item>()
  const [gone, setGone] = useState(false)

  /** Whether saving failed by a conflict. One that names a field is a validation error, such as an e-mail that is taken. */
  async function check(error: unknown): Promise<boolean> {
    if (!item) return false
    if (hasStatus(error, 404)) {
      setGone(true)
      return true
    }
    if (!hasStatus(error, 409) || error.problem.errors?.length) return false
    try {
      setNewer(await fetchStored(resource, item.id))
      return true
    } catch (failure) {
      if (failure instanceof ApiError && failure.problem.status === 404) setGone(true)
      return hasStatus(failure, 404)
    }
  }

  const before = item ? resource.fields?.(item) : undefined
  const fields: ComparedField[] = (newer ? (resource.fields?.(newer) ?? []) : []).map((field, at) => ({
    ...field,
    changed: before?.[at]?.value !== field.value,
  }))

  return {
    state: gone ? ('gone' as const) : newer ? ('changed' as const) : undefined,
    newer,
    fields,
    check,
    clear: () => setNewer(undefined),
  }
}
