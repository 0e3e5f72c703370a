import { useSearchParams } from 'react-router'
import type { AuditEntry, AuditPerson } from '#contracts/audit.ts'
import { CountLine } from '#web/features/admin/kit/list/count-line.tsx'
import { ExactTime } from '#web/features/admin/kit/list/exact-time.tsx'
import { ListBody } from '#web/features/admin/kit/list/list-body.tsx'
import { EmptyList } from '#web/features/admin/kit/list/list-states.tsx'
import { SearchBox } from '#web/features/admin/kit/list/search-box.tsx'
import { type FirstPage, useAdminList } from '#web/features/admin/kit/list/use-admin-list.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import { auditSource } from './audit-api.ts'
import { AUDIT_FILTERS, AuditFilters } from './audit-filters.tsx'
import { describeEntry } from './describe-entry.ts'

/** The audit log: who did what, when, from where. */
export function AuditPage({ loading, people }: { loading: Promise<FirstPage<AuditEntry>>; people: Promise<AuditPerson[]> }) {
  const [params] = useSearchParams()
  const q = params.get('q') ?? ''
  const list = useAdminList(auditSource, loading)
  const narrowed = ['q', ...AUDIT_FILTERS].some((name) => params.get(name))

  return (
    <>
      <PageTitle>Activity</PageTitle>
      <p className="mt-2 max-w-2xl text-base text-soft">
        What was done here and by whom. This record is kept for good; nobody can change it.
      </p>
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-3">
        <SearchBox q={q} label="Search names and addresses" />
        <AuditFilters people={people} />
        <CountLine list={list} one="entry" many="entries" narrowed={narrowed} className="ml-auto" />
      </div>
      <ListBody list={list} label="Activity" many="entries" empty={<EmptyList many="entries" q={q} narrowed={narrowed} />}>
        {(entries) => (
          <ol className="border-rule border-t">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListBody>
    </>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { sentence, lines } = describeEntry(entry)
  return (
    <li className="flex flex-col gap-x-8 gap-y-1 border-rule border-b py-3 text-base leading-snug lg:flex-row lg:justify-between">
      <div className="wrap-anywhere min-w-0 max-w-3xl">
        <p>{sentence}</p>
        {lines.length > 0 && (
          <ul className="mt-1 grid gap-0.5 pl-4 text-sm text-soft">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="shrink-0 text-sm text-soft tabular-nums lg:text-right">
        <ExactTime iso={entry.at} />
        {entry.address && <span className="ml-3 lg:ml-0 lg:block">{entry.address}</span>}
      </p>
    </li>
  )
}
