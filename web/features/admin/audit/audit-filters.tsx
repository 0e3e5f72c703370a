import { useEffect, useState } from 'react'
import { AUDIT_NOUNS, type AuditNoun, type AuditPerson, SERVER_ITSELF } from '#contracts/audit.ts'
import { toastFailure } from '#web/features/admin/kit/failures.ts'
import { FilterSelect } from '#web/features/admin/kit/list/filter-select.tsx'
import { auditSource, listPeople } from './audit-source.ts'

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

/** Narrows the record by person and by kind; the choice is in the address. */
export function AuditFilters() {
  const people = usePeople()
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

function usePeople() {
  const [people, setPeople] = useState<AuditPerson[]>([])
  useEffect(() => {
    const controller = new AbortController()
    listPeople({ signal: controller.signal }).then(setPeople, (error) => toastFailure(error, auditSource.toasts.fetchFailed))
    return () => controller.abort()
  }, [])
  return people
}
