import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Setup, type SetupStepName, TestMail } from '#contracts/admin/setup.ts'
import { listRealGateways } from '#contracts/shop/gateway-texts.ts'
import { post, read } from '#web/admin/kit/api.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { startLoading, useLoaded } from '#web/admin/kit/use-loaded.ts'
import { json } from '#web/lib/api/api.ts'
import { toast } from '#web/lib/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** List of setup steps for a new site. Renders nothing once every step is done or skipped. */
export function FirstRun({ loading }: { loading: Promise<Setup> }) {
  const { value: setup, failure, set, reload } = useLoaded(loading, 'Failed to fetch the first steps', { isRemembered: true })

  if (failure && !setup)
    return (
      <Callout className="mb-8 flex flex-wrap items-center justify-between gap-3 px-5 py-4 text-base">
        <p>The first steps could not be loaded.</p>
        <Button variant="outline" size="small" onClick={reload}>
          Try again
        </Button>
      </Callout>
    )
  if (!setup?.steps.some(({ state }) => state === 'open')) return null
  return (
    <Callout as="section" aria-labelledby="first-steps" className="mb-10 px-5 pt-5 pb-2">
      <h2 id="first-steps" className="text-2xl">
        First steps
      </h2>
      <p className="mt-1 text-base text-soft">The site still needs these before visitors come. You can skip any of them.</p>
      <ol className="mt-3">
        {setup.steps.map((step) => (
          <Step key={step.name} step={step} setup={setup} onChanged={set} />
        ))}
      </ol>
      {setup.hasDemonstration && (
        <p className="border-rule border-t py-3 text-base">
          The site contains the demonstration.{' '}
          <Link to="/admin/site#demonstration" className="inline-flex min-h-11 items-center text-link">
            Remove the demonstration
          </Link>
        </p>
      )}
    </Callout>
  )
}

export function startLoadingSetup(): Promise<Setup> {
  return startLoading(() => read(Setup, '/setup'))
}

const TITLES: Record<SetupStepName, string> = {
  brand: 'Name of the site',
  contact: 'Contact details',
  book: 'First book',
  payments: 'Payments',
  mail: 'Email',
}
const STATES = { open: 'Open', done: 'Done', skipped: 'Skipped' }

function Step({
  step: { name, state },
  setup,
  onChanged,
}: {
  step: Setup['steps'][number]
  setup: Setup
  onChanged: (setup: Setup) => void
}) {
  const { busy, run } = useAdminAction(async () => {
    onChanged(await read(Setup, `/setup/${name}`, json('PATCH', { skipped: state === 'open' })))
  }, `Failed to change the step “${TITLES[name]}”`)
  return (
    <li className="flex flex-wrap gap-x-3 gap-y-1 border-rule border-t py-4 text-base">
      <div className="flex min-w-0 grow basis-80 gap-3">
        <span aria-hidden className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full ring-1 ring-edge">
          {state === 'done' && <Check className="size-4 text-leaf" />}
        </span>
        <div className="wrap-anywhere min-w-0 grow">
          <p className="font-semibold">
            {TITLES[name]} <span className="font-normal text-sm text-soft">{STATES[state]}</span>
          </p>
          {state === 'open' && <div className="mt-1 grid grid-cols-[minmax(0,auto)] justify-items-start gap-3">{DETAILS[name](setup)}</div>}
          {state === 'done' && name === 'mail' && <TestMailButton />}
        </div>
      </div>
      {state !== 'done' && (
        <Button
          variant="quiet"
          size="small"
          className="ml-auto self-start"
          busy={busy}
          aria-label={`${state === 'open' ? 'Skip' : 'Resume'}: ${TITLES[name]}`}
          onClick={() => void run()}
        >
          {state === 'open' ? 'Skip' : 'Resume'}
        </Button>
      )}
    </li>
  )
}

const DETAILS: Record<SetupStepName, (setup: Setup) => ReactNode> = {
  brand: () => (
    <>
      <p>It appears on every page, in emails and in feeds, with the vision and the mission.</p>
      <Action to="/admin/site/brand">Enter the name</Action>
    </>
  ),
  contact: () => (
    <>
      <p>Phone, WhatsApp, email address and business hours, as visitors see them.</p>
      <Action to="/admin/site/contact">Enter the contact details</Action>
    </>
  ),
  book: () => (
    <>
      <p>A PDF and a picture of its cover are enough. A book may be free.</p>
      <Action to="/admin/books/new">Add a book</Action>
    </>
  ),
  payments: ({ payments }) => (
    <>
      <p>
        {payments === 'trial'
          ? 'The checkout is a trial: no money moves.'
          : 'No payment service is connected, so nothing can be bought on the site. You can still record payments in person.'}
      </p>
      <p>
        Open an account with {listRealGateways()}. You can also use more than one. Then give the keys that the service shows you to the
        operator of the server, who enters them in the settings. Do this in person or by phone, never by email.
      </p>
    </>
  ),
  mail: ({ mail }) => (
    <>
      <p>
        {mail === 'failing'
          ? 'The mail server does not accept emails right now.'
          : 'No emails are sent: receipts, codes and messages from visitors reach nobody.'}{' '}
        Most domains come with a mail server. Its provider tells you the user name and the password. Give them to the operator of the
        server, who enters them in the settings.
      </p>
      {mail === 'failing' && <TestMailButton />}
    </>
  ),
}

function Action({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {children}
    </Link>
  )
}

/** Button that sends a test email to the signed-in administrator, and displays the reason if the email can't be sent. */
export function TestMailButton() {
  const { busy, run, problem } = useAdminAction(async () => {
    const { to } = await post(TestMail, '/setup/test-mail', {})
    toast.success(`A test email was sent to ${to}`)
  }, 'Failed to send the test email')
  return (
    <div className="my-2">
      <Button variant="outline" size="small" busy={busy} onClick={() => void run()}>
        Send a test email
      </Button>
      {problem && (
        <p role="alert" className="mt-2 text-brick">
          {problem}
        </p>
      )}
    </div>
  )
}
