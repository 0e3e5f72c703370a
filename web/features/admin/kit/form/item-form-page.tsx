import { Fragment, type ReactNode } from 'react'
import { useLocation, useNavigate, useOutletContext, useParams } from 'react-router'
import type { AdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { LoadFailure } from '#web/features/admin/kit/load-failure.tsx'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import type { FormProps } from './form-props.ts'
import { useEditedItem } from './use-edited-item.ts'

/** The page of a form, a child route of its list. Saving returns to the item's row. */
export function ItemFormPage<Item extends { id: string; updatedAt?: string }>({
  resource,
  loading,
  form,
}: {
  resource: Resource<Item>
  loading: Promise<Item> | undefined
  form: (props: FormProps<Item>) => ReactNode
}) {
  const { id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const list = useOutletContext<AdminList<Item>>()
  const { item, failure, isLoading, retry, replace } = useEditedItem(resource, list, id, loading)
  const back = `${resource.listUrl}${search}`

  function onSaved(saved: Item) {
    if (id) list.replace(saved)
    else list.add(saved)
    // A new item may not match the search: it is shown on top of the whole list. Back must not lead to a finished form.
    navigate(id ? back : resource.listUrl, { replace: !id, state: { row: saved.id } })
  }

  if (failure)
    return (
      <LoadFailure
        failure={failure}
        noun={resource.singular}
        gone={`This ${resource.singular} is no longer there.`}
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
    // A newer version gets a new form, whose fields start with what is stored.
    <Fragment key={`${item?.id} ${item?.updatedAt}`}>
      {form({ item, back, onSaved, onNewer: replace, onGone: () => id && list.remove(id) })}
    </Fragment>
  )
}
