import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { type Selection, useSelection } from '#web/admin/kit/bulk/use-selection.ts'
import { ADD_LINK_ID, FROM_LIST } from '#web/admin/kit/form/use-close-form.ts'
import type { Resource } from '#web/admin/kit/resource.ts'
import { classNames } from '#web/lib/class-names.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'
import { FilterSelect } from './filter-select.tsx'
import { RestoreButton } from './restore-button.tsx'
import { SearchedList } from './searched-list.tsx'
import type { AdminList } from './use-admin-list.ts'
import { useDeletion } from './use-deletion.tsx'
import { useListPlace } from './use-list-place.ts'

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
  const selection = useSelection(resource, list)
  useListPlace(list)
  const [first] = list.items

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageTitle>{resource.title}</PageTitle>
        <div className="flex flex-wrap items-center gap-3">
          {links}
          <ButtonLink id={ADD_LINK_ID} to={`${resource.listUrl}/new${search}`} state={FROM_LIST} preventScrollReset size="small">
            <Plus aria-hidden className="size-5" />
            {resource.addLabel}
          </ButtonLink>
        </div>
      </div>
      <SearchedList
        list={list}
        label={resource.title}
        one={resource.singular}
        many={resource.plural}
        searchLabel={`Search ${resource.plural}`}
        filters={
          resource.filters && (
            <div className="flex w-full flex-wrap gap-3 sm:w-auto">
              {resource.filters.map((filter) => (
                <FilterSelect key={filter.name} {...filter} />
              ))}
            </div>
          )
        }
        filterNames={resource.filters?.map(({ name }) => name).filter((name) => name !== 'sort') ?? []}
        first="Add the first one."
      >
        {(items) => (
          <>
            <div className="flex items-end border-rule @4xl:border-b">
              {resource.bulk && (
                <SelectionBox
                  label={`Select all ${resource.plural} that are shown`}
                  checked={items.every(({ id }) => selection.has(id))}
                  onChange={(isChosen) => (isChosen ? selection.chooseListed() : selection.clear())}
                />
              )}
              {first && (
                <div aria-hidden className={`hidden flex-1 items-end gap-x-5 pb-2 text-sm text-soft @4xl:grid ${resource.columns}`}>
                  <span className="col-span-2">{resource.toRow(first).nameLabel}</span>
                  {resource.toRow(first).details.map(({ label }) => (
                    <span key={label}>{label}</span>
                  ))}
                </div>
              )}
            </div>
            <ul>
              {items.map((item) => (
                <Row
                  key={item.id}
                  resource={resource}
                  item={item}
                  selection={resource.bulk && selection}
                  onDelete={() => {
                    selection.set(item, false)
                    deletion.ask(item)
                  }}
                  onRestored={() => list.remove(item.id)}
                />
              ))}
            </ul>
          </>
        )}
      </SearchedList>
      {resource.bulk?.({ list, selection })}
      {deletion.dialog}
    </>
  )
}

const ACTION = 'grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-paper-2'

function Row<Item extends { id: string }>({
  resource,
  item,
  selection,
  onDelete,
  onRestored,
}: {
  resource: Resource<Item>
  item: Item
  selection: Selection<Item> | undefined
  onDelete: () => void
  onRestored: () => void
}) {
  const { listUrl, columns, nameOf, pageOf, badgeOf, isInBin, toRow } = resource
  const { search } = useLocation()
  const { id } = item
  const page = pageOf?.(item)
  const name = nameOf(item)
  const { thumbnail, thumbnailClass, subtitle, details } = toRow(item)
  return (
    <li id={`row-${id}`} className="flex items-start border-rule border-b py-3 @4xl:items-center @4xl:py-2">
      {selection && (
        <SelectionBox label={`Select ${name}`} checked={selection.has(id)} onChange={(isChosen) => selection.set(item, isChosen)} />
      )}
      <div
        className={`grid min-w-0 flex-1 grid-cols-[2.75rem_minmax(0,1fr)_auto] items-start gap-x-3 text-base leading-snug @4xl:items-center @4xl:gap-x-5 ${columns}`}
      >
        <div className={`row-span-2 w-11 overflow-hidden bg-paper-2 @4xl:row-span-1 ${thumbnailClass}`}>{thumbnail}</div>
        <div className="min-w-0">
          <p className="line-clamp-2 font-semibold">{page ? <TitleLink to={page}>{name}</TitleLink> : name}</p>
          <p className="line-clamp-2 text-sm text-soft @4xl:line-clamp-1">{subtitle}</p>
          {badgeOf?.(item)}
        </div>
        <dl className="col-span-2 col-start-2 row-start-2 mt-1 flex flex-wrap gap-x-3 @4xl:contents">
          {details.map(({ label, value, wide }) => (
            <div
              key={label}
              className={classNames('min-w-0 text-sm text-soft tabular-nums', wide && 'w-full', !value && 'hidden @4xl:block')}
            >
              <dt className="sr-only">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="-mt-1 col-start-3 row-start-1 flex @max-tiny:col-span-full @max-tiny:col-start-2 @max-tiny:row-auto justify-end @4xl:col-auto @4xl:row-auto @4xl:mt-0">
          {isInBin?.(item) ? (
            <RestoreButton resource={resource} item={item} className={`${ACTION} hover:text-ink`} onRestored={onRestored} />
          ) : (
            <Link
              to={`${listUrl}/${id}/edit${search}`}
              state={FROM_LIST}
              aria-label={`Edit ${name}`}
              title="Edit"
              className={`${ACTION} hover:text-ink`}
            >
              <Pencil aria-hidden className="size-5" />
            </Link>
          )}
          <button
            type="button"
            onClick={onDelete}
            aria-label={isInBin?.(item) ? `Delete ${name} for good` : `Delete ${name}`}
            title={isInBin?.(item) ? 'Delete for good' : 'Delete'}
            className={`${ACTION} hover:text-brick`}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      </div>
    </li>
  )
}

function SelectionBox({ label, checked, onChange }: { label: string; checked: boolean; onChange: (isChosen: boolean) => void }) {
  return (
    <label title={label} className="-ml-[12px] grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-lamp-deep"
      />
    </label>
  )
}
