import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { AUDIT_NOUNS, type AuditNoun, type AuditPerson, SERVER_ITSELF } from '#contracts/audit.ts'
import { toastFailure } from '../failures.ts'
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
      <Filter name="admin" label="By whom" all="Everyone">
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={SERVER_ITSELF}>Commands on the server</option>
      </Filter>
      <Filter name="noun" label="What" all="Everything">
        {AUDIT_NOUNS.map((noun) => (
          <option key={noun} value={noun}>
            {KINDS[noun]}
          </option>
        ))}
      </Filter>
    </div>
  )
}

function Filter({ name, label, all, children }: { name: string; label: string; all: string; children: ReactNode }) {
  const [params, setParams] = useSearchParams()
  return (
    <select
      aria-label={label}
      value={params.get(name) ?? ''}
      onChange={(event) => {
        const { value } = event.target
        setParams((old) => {
          const changed = new URLSearchParams(old)
          if (value) changed.set(name, value)
          else changed.delete(name)
          return changed
        })
      }}
      className="select-arrow min-h-11 min-w-0 flex-1 truncate sm:max-w-56 rounded-control border border-edge bg-white py-2 pr-10 pl-3 text-base hover:border-ink"
    >
      <option value="">{all}</option>
      {children}
    </select>
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
