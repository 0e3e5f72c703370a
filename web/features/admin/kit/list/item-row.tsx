import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import type { RowView } from '../resource.ts'

const ACTION = 'grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-paper-2'

export function ItemRow({
  id,
  view,
  columns,
  name,
  editTo,
  onDelete,
}: {
  id: string
  view: RowView
  columns: string
  name: string
  editTo: string
  onDelete: () => void
}) {
  const { thumbnail, thumbnailClass, subtitle, details } = view
  return (
    <li
      id={`row-${id}`}
      className={`grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-start gap-x-3 border-rule border-b py-3 text-base leading-snug @4xl:items-center @4xl:gap-x-5 @4xl:py-2 ${columns}`}
    >
      <div className={`row-span-2 w-11 overflow-hidden bg-paper-2 @4xl:row-span-1 ${thumbnailClass}`}>{thumbnail}</div>
      <div className="min-w-0">
        <p className="line-clamp-2 font-semibold">{name}</p>
        <p className="line-clamp-1 text-sm text-soft">{subtitle}</p>
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
        <Link to={editTo} aria-label={`Edit ${name}`} title="Edit" className={`${ACTION} hover:text-ink`}>
          <Pencil aria-hidden className="size-5" />
        </Link>
        <button type="button" onClick={onDelete} aria-label={`Delete ${name}`} title="Delete" className={`${ACTION} hover:text-brick`}>
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
    </li>
  )
}
