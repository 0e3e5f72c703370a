import { useState } from 'react'
import { hasStatus } from '#web/admin/kit/failures.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { comparedFields, type ItemField } from './described-form.ts'
import { fetchStored } from './use-edited-item.ts'

/** A field of the newer version; `changed` if it differs from the version that was opened. */
export type ComparedField = ItemField & { changed: boolean }

/** Tracks whether others changed or deleted the item while it is edited. */
export function useEditConflict<Item extends { id: string; updatedAt?: string }>(resource: Resource<Item>, item: Item | undefined) {
  const [newer, setNewer] = useState<Item>()
  const [gone, setGone] = useState(false)

  /**
   * Returns whether saving failed because of an edit conflict. A 409 that names a field is a validation error, such as an e-mail that is
   * taken.
   */
  async function check(error: unknown): Promise<boolean> {
    if (!item) return false
    let found = error
    if (hasStatus(error, 409) && !error.problem.errors?.length) {
      try {
        setNewer(await fetchStored(resource, item.id))
        return true
      } catch (failure) {
        found = failure
      }
    }
    const isGone = hasStatus(found, 404)
    if (isGone) setGone(true)
    return isGone
  }

  function compare(): ComparedField[] {
    const { form, valuesOf } = resource
    if (!form || !item || !newer) return []
    const before = comparedFields(form, valuesOf(item))
    return comparedFields(form, valuesOf(newer)).map((field, at) => ({ ...field, changed: before[at]?.value !== field.value }))
  }

  return {
    state: gone ? ('gone' as const) : newer ? ('changed' as const) : undefined,
    newer,
    fields: compare(),
    check,
    clear: () => setNewer(undefined),
  }
}
