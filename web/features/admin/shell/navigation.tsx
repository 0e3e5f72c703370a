import LogOut from 'lucide-react/icons/log-out'
import { NavLink } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import { useSections } from './sections.ts'

const ENTRY = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-base transition-colors hover:bg-rule/60'

/** The sections and Logout, for the sidebar and for the phone's menu. */
export function Navigation({ onLogout, onChosen }: { onLogout: () => void; onChosen?: () => void }) {
  const sections = useSections()
  return (
    <ul className="grid gap-1">
      {sections.map(({ to, label, Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            onClick={onChosen}
            className={({ isActive }) =>
              classNames(ENTRY, isActive ? 'bg-white font-semibold shadow-[inset_3px_0_0_var(--color-lamp)]' : '')
            }
          >
            <Icon aria-hidden className="size-5 shrink-0 text-lamp-deep" />
            {label}
          </NavLink>
        </li>
      ))}
      <li className="mt-3 border-rule border-t pt-3">
        <button type="button" onClick={onLogout} className={ENTRY}>
          <LogOut aria-hidden className="size-5 shrink-0 text-lamp-deep" />
          Logout
        </button>
      </li>
    </ul>
  )
}
