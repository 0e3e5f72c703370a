import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { Link } from 'react-router'
import type { Overview } from '#contracts/admin/overview.ts'
import { listChecks } from './checks.ts'

const STATES = {
  good: { Icon: CircleCheck, colour: 'text-leaf', label: 'OK' },
  notice: { Icon: Info, colour: 'text-lamp-deep', label: 'Worth a look' },
  bad: { Icon: CircleAlert, colour: 'text-brick', label: 'Needs attention' },
}

export function CheckList({ overview }: { overview: Overview }) {
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="mb-3 text-2xl">
        System status
      </h2>
      <ul className="border-rule border-t">
        {listChecks(overview).map(({ title, state, message, advice, links = [] }) => {
          const { Icon, colour, label } = STATES[state]
          return (
            <li key={title} className="flex gap-3 border-rule border-b py-3 text-base leading-snug">
              <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${colour}`} />
              <div className="wrap-anywhere min-w-0">
                <p className="font-semibold">
                  {title}
                  <span className={`ml-2 font-normal text-sm ${colour}`}>{label}</span>
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
        })}
      </ul>
    </section>
  )
}
