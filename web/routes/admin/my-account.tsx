import type { ReactNode } from 'react'
import { AdminAccount } from '#contracts/admin/admin.ts'
import { read } from '#web/admin/kit/api.ts'
import { FailedList, LoadingList } from '#web/admin/kit/list/list-body.tsx'
import { adminMeta } from '#web/admin/kit/meta.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { OwnDetails } from '#web/admin/my-account/own-details.tsx'
import { SessionList, startLoadingSessions } from '#web/admin/sessions/session-list.tsx'
import { startLoadingTwoStep, TwoStep } from '#web/admin/two-step/two-step.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { PageTitle } from '#web/ui/page-title.tsx'
import type { Route } from './+types/my-account.ts'

export const meta = adminMeta('My account')

export function clientLoader() {
  return {
    account: startLoading(() => read(AdminAccount, '/account')),
    twoStep: startLoadingTwoStep(),
    sessions: startLoadingSessions(),
  }
}

/** Page with the signed-in administrator's own name, email address, password, two-step sign-in and sessions. */
export default function MyAccount({ loaderData }: Route.ComponentProps) {
  const { value: account, failure, set, reload } = useLoaded(loaderData.account, 'Failed to fetch the account')
  return (
    <div className="max-w-4xl">
      <PageTitle>My account</PageTitle>
      {failure && <FailedList many="account" onRetry={reload} />}
      {!failure && !account && <LoadingList />}
      {account && !failure && (
        <>
          <p className="wrap-anywhere mt-2 text-base text-soft">
            Signed in as {account.firstname} {account.lastname}, {account.email}
          </p>
          <Section id="details" title="Name, email and password">
            <OwnDetails account={account} onSaved={set} />
          </Section>
          <Section
            id="two-step"
            title="Two-step sign-in"
            about="Someone who knows your password still can’t sign in without a code from your phone. The code changes every 30 seconds."
          >
            <TwoStep id={account.id} loading={loaderData.twoStep} />
          </Section>
          <Section
            id="sessions"
            title="Where you are signed in"
            about="Each line is a browser. If you don’t recognize one, end its session and set a new password."
          >
            <SessionList loading={loaderData.sessions} onlyOwn />
          </Section>
        </>
      )}
    </div>
  )
}

function Section({ id, title, about, children }: { id: string; title: string; about?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classNames('mt-10', id !== 'two-step' && 'print:hidden')}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {about && <p className="mt-1 max-w-2xl text-base text-soft print:hidden">{about}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
