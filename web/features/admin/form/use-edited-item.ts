import { useEffect, useState } from 'react'
import { getItem } from '../admin-api.ts'
import { hasStatus, isCancelled, toastFailure } from '../failures.ts'
import type { AdminList } from '../list/use-admin-list.ts'
import type { Resource } from '../resource.ts'

type Answer<Item> = { item?: Item | undefined; failure?: 'gone' | 'unreachable' }

/** The item to edit: from the list when it is there, else from the API. Without an id there is nothing to wait for. */
export function useEditedItem<Item extends { id: string }>(resource: Resource<Item>, list: AdminList<Item>, id: string | undefined) {
  const [answer, setAnswer] = useState<Answer<Item>>(() => ({ item: list.items.find((item) => item.id === id) }))
  const [attempt, setAttempt] = useState(0)
  const waiting = id !== undefined && answer.item?.id !== id

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another request
  useEffect(() => {
    if (!waiting) return
    const controller = new AbortController()
    setAnswer({})
    getItem(resource.path, id, { signal: controller.signal }).then(
      (json) => setAnswer({ item: resource.read(json) }),
      (error) => {
        if (isCancelled(error)) return
        setAnswer({ failure: hasStatus(error, 404) ? 'gone' : 'unreachable' })
        if (!hasStatus(error, 404)) toastFailure(error, resource.toasts.fetchFailed)
      },
    )
    return () => controller.abort()
  }, [resource, id, waiting, attempt])

  return { ...answer, waiting, retry: () => setAttempt((count) => count + 1) }
}
