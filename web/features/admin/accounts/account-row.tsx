import type { Admin } from '#contracts/admin.ts'
import type { RowView } from '#web/features/admin/kit/list/item-row.tsx'

export const ACCOUNT_COLUMNS = '@4xl:grid-cols-[2.75rem_minmax(0,1fr)_5.5rem]'

export function accountRow({ firstname, lastname, email }: Admin): RowView {
  return {
    nameLabel: 'Name and email',
    subtitle: email,
    thumbnail: (
      <span aria-hidden className="grid size-full place-items-center font-semibold text-lamp-deep text-sm">
        {initial(firstname)}
        {initial(lastname)}
      </span>
    ),
    thumbnailClass: 'aspect-square rounded-full grid',
    details: [],
  }
}

function initial(name: string) {
  return [...name][0]?.toUpperCase()
}
