import { type AuditEntry, type AuditNoun, AuditPerson, SERVER_ITSELF } from '#contracts/admin/audit.ts'
import { describeEntry } from '#web/admin/audit/describe-entry.ts'
import { isRevertible, RevertButton } from '#web/admin/audit/revert-button.tsx'
import { read } from '#web/admin/kit/api.ts'
import { ExactTime } from '#web/admin/kit/list/exact-time.tsx'
import { FilterSelect } from '#web/admin/kit/list/filter-select.tsx'
import { SearchedList } from '#web/admin/kit/list/searched-list.tsx'
import { listSource, startLoadingList, useAdminList } from '#web/admin/kit/list/use-admin-list.ts'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/activity.ts'

const source = listSource<AuditEntry>('/audit', 'Failed to fetch the activity')

const KINDS: Record<AuditNoun, string> = {
  book: 'Books',
  podcast: 'Podcasts',
  author: 'Authors',
  account: 'Admin accounts',
  invitation: 'Invitations',
  session: 'Signing in and out',
  message: 'Messages',
  answer: 'Saved answers',
  order: 'Orders',
  rate: 'Exchange rates',
  site: 'Site',
}

const FILTERS = ['admin', 'noun']

export const meta = adminMeta('Activity')

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return {
    loading: startLoadingList(source, request.url, FILTERS),
    people: startLoading(() => read(AuditPerson.array(), '/audit/people')),
  }
}

/** Page with the audit log: actions with the administrator, the time and the IP address. */
export default function AdminActivity({ loaderData }: Route.ComponentProps) {
  const list = useAdminList(source, loaderData.loading)
  const { value: people = [] } = useLoaded(loaderData.people, source.toasts.fetchFailed)

  return (
    <>
      <PageTitle>Activity</PageTitle>
      <p className="mt-2 max-w-2xl text-base text-soft">
        Everything that was done in the admin area, and by whom. Entries can’t be changed or deleted.
      </p>
      <SearchedList
        list={list}
        label="Activity"
        one="entry"
        many="entries"
        searchLabel="Search names and addresses"
        filters={
          <div className="flex w-full gap-3 sm:w-auto">
            <FilterSelect
              name="admin"
              label="By whom"
              all="Everyone"
              options={[...people.map(({ id, name }) => [id, name] as const), [SERVER_ITSELF, 'Commands on the server']]}
            />
            <FilterSelect name="noun" label="What" all="Everything" options={Object.entries(KINDS)} />
          </div>
        }
        filterNames={FILTERS}
      >
        {(entries) => (
          <ol className="border-rule border-t">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} onReverted={list.reload} />
            ))}
          </ol>
        )}
      </SearchedList>
    </>
  )
}

const SHOWN_LINES = 10

function Entry({ entry, onReverted }: { entry: AuditEntry; onReverted: () => void }) {
  const { zone } = useShopTime()
  const { sentence, lines } = describeEntry(entry, zone)
  const list = (
    <ul className="mt-1 grid gap-0.5 pl-4 text-sm text-soft">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and never change
        <li key={at}>{line}</li>
      ))}
    </ul>
  )
  return (
    <li className="flex flex-col gap-x-8 gap-y-1 border-rule border-b py-3 text-base leading-snug lg:flex-row lg:justify-between">
      <div className="wrap-anywhere min-w-0 max-w-3xl">
        <p>{sentence}</p>
        {lines.length > SHOWN_LINES ? (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 text-link">All {lines.length.toLocaleString('en')} changes</summary>
            {list}
          </details>
        ) : (
          lines.length > 0 && list
        )}
        {isRevertible(entry) && <RevertButton entry={entry} onReverted={onReverted} />}
      </div>
      <p className="shrink-0 text-sm text-soft tabular-nums lg:text-right">
        <ExactTime iso={entry.at} />
        {entry.address && <span className="ml-3 lg:ml-0 lg:block">{entry.address}</span>}
      </p>
    </li>
  )
}
