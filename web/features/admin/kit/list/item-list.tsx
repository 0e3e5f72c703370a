import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ADD_LINK_ID, FROM_LIST } from '#web/features/admin/kit/form/use-close-form.ts'
import type { Resource } from '#web/features/admin/kit/resource.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ItemRow } from './item-row.tsx'
import { SearchedList } from './searched-list.tsx'
import type { AdminList } from './use-admin-list.ts'
import { useDeletion } from './use-deletion.ts'
import { useRowFocus } from './use-row-focus.ts'

/** A list of items with search, paging and deletion. */
export function ItemList<Item extends { id: string }>({
  resource,
  list,
  links,
}: {
  resource: Resource<Item>
  list: AdminList<Item>
  links: ReactNode
}) {
  const { search } = useLocation()
  const deletion = useDeletion(resource, list)
  useRowFocus(list.items)
  const [first] = list.items

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>{resource.title}</PageTitle>
        <div className="flex flex-wrap items-center gap-3">
          {links}
          <ButtonLink id={ADD_LINK_ID} to={`${resource.listUrl}/new${search}`} state={FROM_LIST} preventScrollReset size="small">
            <Plus aria-hidden className="size-5" />
            Add {resource.singular}
          </ButtonLink>
        </div>
      </div>
      <SearchedList
        list={list}
        label={resource.title}
        one={resource.singular}
        many={resource.plural}
        searchLabel={`Search ${resource.plural}`}
        first="Add the first one."
      >
        {(items) => (
          <>
            {first && (
              <div
                aria-hidden
                className={`hidden items-end gap-x-5 border-rule border-b pb-2 text-sm text-soft @4xl:grid ${resource.columns}`}
              >
                <span className="col-span-2">{resource.toRow(first).nameLabel}</span>
                {resource.toRow(first).details.map(({ label }) => (
                  <span key={label}>{label}</span>
                ))}
              </div>
            )}
            <ul>
              {items.map((item) => (
                <ItemRow
                  key={item.id}
                  id={item.id}
                  view={resource.toRow(item)}
                  columns={resource.columns}
                  name={resource.nameOf(item)}
                  editTo={`${resource.listUrl}/${item.id}/edit${search}`}
                  onDelete={() => deletion.ask(item)}
                />
              ))}
            </ul>
          </>
        )}
      </SearchedList>
      <DeleteDialog deletion={deletion} singular={resource.singular} />
    </>
  )
}
