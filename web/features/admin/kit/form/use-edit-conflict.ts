import { useState } from 'react'
import { hasStatus } from '#web/features/admin/kit/failures.ts'
import type { ItemField, Resource } from '#web/features/admin/kit/resource.ts'
import { ApiError } from '#web/lib/api/api.ts'
import { fetchStored } from './use-edited-item.ts'

/** A line of the newer version; `changed` when it isn't as the editor found it. */
export type ComparedField = ItemField & { changed: boolean }

/** What others did to the item while it was being edited: nothing that is known, a newer version, or it is gone. */
export function useEditConflict<Item extends { id: string; updatedAt?: string }>(resource: Resource<Item>, item: Item | undefined) {
  const [newer, setNewer] = useState<Item>()
  const [gone, setGone] = useState(false)

  /** Whether this is why the item could not be saved. A conflict that names a field is another matter, such as an e-mail that is taken. */
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
  const facts: ComparedField[] = (newer ? (resource.fields?.(newer) ?? []) : []).map((fact, at) => ({
    ...fact,
    changed: before?.[at]?.value !== fact.value,
  }))

  return {
    state: gone ? ('gone' as const) : newer ? ('changed' as const) : undefined,
    newer,
    facts,
    explains: check,
    forget: () => setNewer(undefined),
  }
}
