import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { Link } from 'react-router'
import type { Overview } from '#contracts/admin/overview.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import type { Finding } from './check.ts'
import { listChecks } from './checks.ts'

const STATES = {
  good: { Icon: CircleCheck, color: 'text-leaf', label: 'OK' },
  notice: { Icon: Info, color: 'text-lamp-deep', label: 'Worth a look' },
  bad: { Icon: CircleAlert, color: 'text-brick', label: 'Needs attention' },
}

type TitledFinding = Finding & { title: string }

/** List of health check findings that need attention, with a single expandable line that contains all other findings. */
export function CheckList({ overview }: { overview: Overview }) {
  const checks = listChecks(overview)
  const bad = checks.filter(({ state }) => state === 'bad')
  const others = checks.filter(({ state }) => state !== 'bad')
  const notices = others.filter(({ state }) => state === 'notice').length
  const title = `${pluralize(others.length, 'check')} without a problem${notices > 0 ? `, ${notices} worth a look` : ''}`
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="mb-3 text-2xl">
        {bad.length > 0 ? 'Needs attention' : 'Nothing needs attention'}
      </h2>
      {bad.length > 0 && <Findings checks={bad} />}
      <Disclosure title={title} className={bad.length > 0 ? undefined : 'border-rule border-t'}>
        <Findings checks={others} />
      </Disclosure>
    </section>
  )
}

function Findings({ checks }: { checks: TitledFinding[] }) {
  return (
    <ul className="border-rule border-t">
      {checks.map((check) => (
        <FindingLine key={check.title} check={check} />
      ))}
    </ul>
  )
}

function FindingLine({ check: { title, state, message, advice, links = [] } }: { check: TitledFinding }) {
  const { Icon, color, label } = STATES[state]
  return (
    <li className="flex gap-3 border-rule border-b py-3 text-base leading-snug">
      <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${color}`} />
      <div className="wrap-anywhere min-w-0">
        <p className="font-semibold">
          {title}
          <span className={`ml-2 font-normal text-sm ${color}`}>{label}</span>
        </p>
        <p className="text-soft">{message}</p>
        {advice && <p className="mt-1">{advice}</p>}
        {links.length > 0 && (
          <ul className="flex flex-wrap gap-x-5">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center text-link">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
