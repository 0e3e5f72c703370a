import { classNames } from '#web/lib/class-names.ts'
import { pluralize } from '#web/lib/plural.ts'
import type { AdminList } from './use-admin-list.ts'

/** The number of items, announced whenever it changes. */
export function CountLine({
  list: { status, total },
  one,
  many,
  narrowed,
  className = '',
}: {
  list: Pick<AdminList<never>, 'status' | 'total'>
  one: string
  many: string
  narrowed: boolean
  className?: string
}) {
  return (
    <p role="status" className={classNames('text-base text-soft tabular-nums', className)}>
      {status === 'ready' && `${pluralize(total, one, many)}${narrowed ? ' found' : ''}`}
    </p>
  )
}
