import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookOpen from 'lucide-react/icons/book-open'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import LogOut from 'lucide-react/icons/log-out'
import Mail from 'lucide-react/icons/mail'
import Mic from 'lucide-react/icons/mic'
import PanelsTopLeft from 'lucide-react/icons/panels-top-left'
import PenLine from 'lucide-react/icons/pen-line'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import UserCog from 'lucide-react/icons/user-cog'
import UserRound from 'lucide-react/icons/user-round'
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react'
import { NavLink } from 'react-router'
import { useInboxRefresh, useInboxState } from '#web/admin/messages/inbox-state.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { readContactSettings } from '#web/lib/api/contact-settings.ts'
import { classNames } from '#web/lib/class-names.ts'

type Section = { to: string; label: string; Icon: ComponentType<ComponentProps<'svg'>>; unread?: number }

const MESSAGES = '/admin/messages'

const SECTIONS: Section[] = [
  { to: '/admin/overview', label: 'Overview', Icon: LayoutDashboard },
  { to: '/admin/books', label: 'Books', Icon: BookOpen },
  { to: '/admin/authors', label: 'Authors', Icon: PenLine },
  { to: '/admin/podcasts', label: 'Podcasts', Icon: Mic },
  { to: '/admin/accounts', label: 'Admin Accounts', Icon: UserRound },
  { to: '/admin/orders', label: 'Orders', Icon: ShoppingBag },
  { to: '/admin/sales', label: 'Sales', Icon: ChartColumn },
  { to: '/admin/statistics', label: 'Statistics', Icon: ChartLine },
  { to: '/admin/rates', label: 'Rates', Icon: ArrowLeftRight },
  { to: '/admin/site', label: 'Site', Icon: PanelsTopLeft },
  { to: MESSAGES, label: 'Messages', Icon: Mail },
  { to: '/admin/activity', label: 'Activity', Icon: History },
]

const ENTRY = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 py-2 text-left text-base transition-colors hover:bg-rule/60'

export function Navigation({ onLogout, onChosen }: { onLogout: () => void; onChosen?: () => void }) {
  const sections = useSections()
  return (
    <ul className="grid gap-1">
      {sections.map((section) => (
        <Entry key={section.to} {...section} onChosen={onChosen} />
      ))}
      <Entry to="/admin/account" label="My account" Icon={UserCog} onChosen={onChosen} className="mt-3 border-rule border-t pt-3" />
      <li>
        <button type="button" onClick={onLogout} className={ENTRY}>
          <LogOut aria-hidden className="size-5 shrink-0 text-lamp-deep" />
          Logout
        </button>
      </li>
    </ul>
  )
}

function Entry({ to, label, Icon, unread = 0, className, onChosen }: Section & { className?: string; onChosen: (() => void) | undefined }) {
  return (
    <li className={className}>
      <NavLink
        to={to}
        onClick={onChosen}
        className={({ isActive }) => classNames(ENTRY, isActive && 'bg-white font-semibold shadow-[inset_3px_0_0_var(--color-lamp)]')}
      >
        <Icon aria-hidden className="size-5 shrink-0 text-lamp-deep" />
        {label}
        {unread > 0 && (
          <span className="ml-auto rounded-full bg-lamp-2 px-2 py-0.5 font-semibold text-[#231a08] text-sm leading-none tabular-nums">
            {unread > 99 ? '99+' : unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </NavLink>
    </li>
  )
}

/**
 * Returns the navigation sections of the admin area. Messages, with the number of unread messages, is included only if the contact form
 * delivers to the inbox.
 */
function useSections() {
  const unread = useInboxState()?.unread ?? 0
  const [hasInbox, setHasInbox] = useState(false)
  useEffect(() => {
    readContactSettings(browserApi).then(
      ({ delivery }) => setHasInbox(delivery === 'inbox'),
      // A failed request is ignored, since the open page reports that the server can't be reached.
      () => undefined,
    )
  }, [])
  useInboxRefresh(hasInbox)
  return SECTIONS.filter(({ to }) => hasInbox || to !== MESSAGES).map((section) =>
    section.to === MESSAGES ? { ...section, unread } : section,
  )
}
