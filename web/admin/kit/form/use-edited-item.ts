import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { adminApi } from '#web/admin/kit/api.ts'
import { clearFailure, hasStatus, toastFailure } from '#web/admin/kit/failures.ts'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { startLoading } from '#web/admin/kit/use-loaded.ts'
import { hasUnsavedWork } from './use-leave-guard.ts'

/** Starts fetching the item for an edit form. A form for a new item has no id and fetches nothing. */
export function startLoadingItem<Item extends { id: string }>(resource: Resource<Item>, id: string | undefined) {
  return id === undefined ? undefined : startLoading(() => fetchStored(resource, id))
}

/** Returns the item to edit: initially the item of the list, then the fetched item, unless the administrator has already started typing. */
export function useEditedItem<Item extends { id: string; updatedAt?: string }>(
  resource: Resource<Item>,
  list: AdminList<Item>,
  id: string | undefined,
  loading: Promise<Item> | undefined,
) {
  const [state, setState] = useState<{ item?: Item; failure?: 'gone' | 'unreachable' }>(() => ({
    item: resource.isListPartial ? undefined : list.items.find((item) => item.id === id),
  }))
  const { revalidate } = useRevalidator()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another response changes the edited item
  useEffect(() => {
    let isCurrent = true
    const listed = list.items.find((item) => item.id === id)
    const known = resource.isListPartial ? undefined : listed
    if (!known) setState({})
    loading?.then(
      (item) => {
        clearFailure(resource.toasts.fetchFailed)
        if (!isCurrent || (known && (known.updatedAt === item.updatedAt || hasUnsavedWork()))) return
        if (listed && listed.updatedAt !== item.updatedAt) list.replace(item)
        setState({ item })
      },
      (error) => {
        if (!isCurrent) return
        const isGone = hasStatus(error, 404)
        // Unsaved values stay visible when the item has been deleted; saving reports the deletion.
        if (known && (!isGone || hasUnsavedWork())) return
        if (listed && (known || isGone)) list.remove(listed.id)
        setState({ failure: isGone ? 'gone' : 'unreachable' })
        if (!isGone) toastFailure(error, resource.toasts.fetchFailed)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [loading])

  function replace(item: Item) {
    list.replace(item)
    setState({ item })
  }

  return { ...state, isLoading: id !== undefined && state.item?.id !== id, replace, retry: () => void revalidate() }
}

export async function fetchStored<Item extends { id: string }>(
  { fetchOne, apiPath, statesPath = apiPath, parse }: Resource<Item>,
  id: string,
): Promise<Item> {
  return fetchOne ? fetchOne(id) : parse(await (await adminApi.call(`${statesPath}/${encodeURIComponent(id)}`)).json())
}
