import { useLocation, useNavigate, useOutletContext } from 'react-router'
import type { ListQuery } from '#contracts/common/list.ts'
import { BackLink } from '#web/admin/kit/list/back-link.tsx'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import type { AdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { focusOnMount } from '#web/ui/form-notice.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { type BulkItem, loadMatching } from './bulk-item.ts'
import { PriceTable } from './price-table.tsx'

/** Returns the route exports of a price table, which is a child route of the item list. `PriceTablePage` is the component of the route. */
export function priceTableRoute<Item extends BulkItem>(resource: Resource<Item>) {
  return {
    meta: adminMeta(`Prices of ${resource.plural}`),
    clientLoader: ({ request }: { request: Request }) => ({
      resource,
      loading: startLoading(() => loadMatching(resource, Object.fromEntries(new URL(request.url).searchParams) as ListQuery)),
    }),
  }
}

type Loaded<Item extends BulkItem> = ReturnType<ReturnType<typeof priceTableRoute<Item>>['clientLoader']>

/** Page with a price table of the selected items, or of all items that match the search. All prices are saved as one action. */
export function PriceTablePage<Item extends BulkItem>({ loaderData: { resource, loading } }: { loaderData: Loaded<Item> }) {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const list = useOutletContext<AdminList<Item>>()
  const { value, failure, reload } = useLoaded(loading, resource.toasts.fetchFailed)
  const ids = (state as { ids?: string[] } | null)?.ids
  const items = value?.items.filter(({ id }) => !ids || ids.includes(id)) ?? []
  const left = value && !ids ? value.total - items.length : 0
  const back = `${resource.listUrl}${search}`

  return (
    <div className="max-w-3xl">
      <BackLink to={back}>{resource.title}</BackLink>
      <PageTitle ref={focusOnMount} className="mt-1 mb-2">
        Prices of {resource.plural}
      </PageTitle>
      <p className="mb-6 text-base text-soft">
        Prices are in US dollars; 0 means free. Press Enter to move to the next price. You can also copy a column from a spreadsheet and
        paste it into the first price to change.
        {left > 0 && ` The first ${items.length.toLocaleString('en')} are listed; search for the others.`}
      </p>
      {failure ? (
        <FailedList many={resource.plural} onRetry={reload} />
      ) : !value ? (
        <LoadingList />
      ) : items.length === 0 ? (
        <p>There are no {resource.plural} to change.</p>
      ) : (
        <PriceTable
          key={items.map(({ id, updatedAt }) => `${id}${updatedAt}`).join()}
          resource={resource}
          list={list}
          items={items}
          caption={pluralize(items.length, resource.singular)}
          onSaved={() => navigate(back, { replace: true })}
        />
      )}
    </div>
  )
}
