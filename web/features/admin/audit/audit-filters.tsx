import { type AuditNoun, type AuditPerson, SERVER_ITSELF } from '#contracts/audit.ts'
import { FilterSelect } from '#web/features/admin/kit/list/filter-select.tsx'

const KINDS: Record<AuditNoun, string> = {
  book: 'Books',
  podcast: 'Podcasts',
  author: 'Authors',
  account: 'Admin accounts',
  session: 'Signing in and out',
  message: 'Messages',
  order: 'Orders',
  rate: 'Exchange rates',
}

export const AUDIT_FILTERS = ['admin', 'noun']

export function AuditFilters({ people }: { people: AuditPerson[] }) {
  return (
    <div className="flex w-full gap-3 sm:w-auto">
      <FilterSelect
        name="admin"
        label="By whom"
        all="Everyone"
        options={[...people.map(({ id, name }) => [id, name] as const), [SERVER_ITSELF, 'Commands on the server']]}
      />
      <FilterSelect name="noun" label="What" all="Everything" options={Object.entries(KINDS)} />
    </div>
  )
}
