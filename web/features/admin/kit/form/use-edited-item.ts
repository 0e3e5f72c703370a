import { useEffect, useState } from 'react'
import { fetchItem } from '#web/features/admin/kit/api.ts'
import { hasStatus, isAborted, toastFailure } from '#web/features/admin/kit/failures.ts'
import type { AdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { hasUnsavedWork } from './use-leave-guard.ts'

type Answer<Item> = { item?: Item | undefined; failure?: 'gone' | 'unreachable' }

/**
 * The item to edit: at once as the list has it, then as it is stored now, unless someone has begun to type. Without an id
 * there is nothing to wait for.
 */
export function useEditedItem<Item extends { id: string; updatedAt?: string }>(
  resource: Resource<Item>,
  list: AdminList<Item>,
  id: string | undefined,
) {
  const [answer, setAnswer] = useState<Answer<Item>>(() => ({ item: list.items.find((item) => item.id === id) }))
  const [attempt, setAttempt] = useState(0)
  const waiting = id !== undefined && answer.item?.id !== id

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another request; a version that came is no reason to ask again
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const known = list.items.find((item) => item.id === id)
    if (!known) setAnswer({})
    read(resource, id, controller.signal).then(
      (item) => {
        if (known?.updatedAt === item.updatedAt && known) return
        if (known && hasUnsavedWork()) return
        if (known) list.replace(item)
        setAnswer({ item })
      },
      (error) => {
        if (isAborted(error)) return
        const gone = hasStatus(error, 404)
        // What is being typed stays on the screen; saving it will say what happened.
        if (known && (!gone || hasUnsavedWork())) return
        if (known) list.remove(id)
        setAnswer({ failure: gone ? 'gone' : 'unreachable' })
        if (!gone) toastFailure(error, resource.toasts.fetchFailed)
      },
    )
    return () => controller.abort()
  }, [resource, id, attempt])

  function replace(item: Item) {
    list.replace(item)
    setAnswer({ item })
  }

  return { ...answer, waiting, replace, retry: () => setAttempt((count) => count + 1) }
}

/** The item as it is stored now. */
export async function read<Item extends { id: string }>(resource: Resource<Item>, id: string, signal?: AbortSignal): Promise<Item> {
  const init = { signal: signal ?? null }
  return resource.fetchOne ? resource.fetchOne(id, init) : resource.parse(await fetchItem(resource.apiPath, id, init))
}
