import type { ReactNode } from 'react'
import { useLocation, useNavigate, useOutletContext } from 'react-router'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { useOpenedRow } from '#web/admin/kit/list/use-list-place.ts'
import { LoadFailure } from '#web/admin/kit/load-failure.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { useReturnToList } from './use-close-form.ts'
import { startLoadingItem, useEditedItem } from './use-edited-item.ts'
import type { FormProps } from './use-item-form.ts'

type Stored = { id: string; updatedAt?: string }
type Params = { params: { id?: string } }

/** Returns the route exports of a form, which is a child route of the item list. `ItemPage` is the component of the route. */
export function itemRoute<Item extends Stored>(resource: Resource<Item>, Form: (props: FormProps<Item>) => ReactNode) {
  return {
    meta: (args: Params & Parameters<ReturnType<typeof adminMeta>>[0]) =>
      adminMeta(args.params.id ? `Edit ${resource.singular}` : resource.addLabel)(args),
    clientLoader: ({ params }: Params) => ({ resource, Form, loading: startLoadingItem(resource, params.id) }),
  }
}

type Loaded<Item extends Stored> = ReturnType<ReturnType<typeof itemRoute<Item>>['clientLoader']>

/** Page with the form of an item. Saving returns to the item's row in the list. */
export function ItemPage<Item extends Stored>({ params: { id }, loaderData }: Params & { loaderData: Loaded<Item> }) {
  const { resource, Form, loading } = loaderData
  const { search } = useLocation()
  const navigate = useNavigate()
  const list = useOutletContext<AdminList<Item>>()
  const toList = useReturnToList()
  useOpenedRow(list, id)
  const { item, failure, isLoading, retry, replace } = useEditedItem(resource, list, id, loading)
  const back = `${resource.listUrl}${search}`

  function onSaved(saved: Item) {
    if (id) list.replace(saved)
    else list.add(saved)
    // A new item may not match the search, so saving clears the search and displays the item on top of the list.
    const to = id ? back : resource.listUrl
    // Back then skips the list's entry below the form, unless saving has cleared the search: then Back leads to the searched list.
    const below = to === back ? toList.state : null
    navigate(to, { ...toList, preventScrollReset: id !== undefined, state: { ...below, row: saved.id } })
  }

  if (failure)
    return (
      <LoadFailure
        failure={failure}
        noun={resource.singular}
        gone={`This ${resource.singular} no longer exists.`}
        back={back}
        onRetry={retry}
      />
    )
  if (isLoading)
    return (
      <p role="status" className="text-soft">
        Loading
      </p>
    )
  return (
    // The key remounts the form when a newer version is loaded, so that the fields start with the stored values.
    <Form
      key={`${item?.id} ${item?.updatedAt}`}
      item={item}
      back={back}
      onSaved={onSaved}
      onNewer={replace}
      onGone={() => id && list.remove(id)}
    />
  )
}
