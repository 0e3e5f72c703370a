import { AUDIT_NOUNS, type AuditNoun, type AuditPerson, SERVER_ITSELF } from '#contracts/audit.ts'
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
      <FilterSelect name="admin" label="By whom" all="Everyone">
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={SERVER_ITSELF}>Commands on the server</option>
      </FilterSelect>
      <FilterSelect name="noun" label="What" all="Everything">
        {AUDIT_NOUNS.map((noun) => (
          <option key={noun} value={noun}>
            {KINDS[noun]}
          </option>
        ))}
      </FilterSelect>
    </div>
  )
}
