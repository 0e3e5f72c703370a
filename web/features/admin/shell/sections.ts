import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import BookOpen from 'lucide-react/icons/book-open'
import ChartColumn from 'lucide-react/icons/chart-column'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Mail from 'lucide-react/icons/mail'
import Mic from 'lucide-react/icons/mic'
import PenLine from 'lucide-react/icons/pen-line'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import UserRound from 'lucide-react/icons/user-round'
import { useEffect, useState } from 'react'
import { browserApi } from '#web/lib/api/browser-api.ts'

const SECTIONS = [
  { to: '/admin/books', label: 'Books', Icon: BookOpen },
  { to: '/admin/authors', label: 'Authors', Icon: PenLine },
  { to: '/admin/podcasts', label: 'Podcasts', Icon: Mic },
  { to: '/admin/accounts', label: 'Admin Accounts', Icon: UserRound },
  { to: '/admin/orders', label: 'Orders', Icon: ShoppingBag },
  { to: '/admin/sales', label: 'Sales', Icon: ChartColumn },
  { to: '/admin/rates', label: 'Rates', Icon: ArrowLeftRight },
  { to: '/admin/overview', label: 'Overview', Icon: LayoutDashboard },
  { to: '/admin/messages', label: 'Messages', Icon: Mail },
  { to: '/admin/activity', label: 'Activity', Icon: History },
]

/** The sections of the area; Messages only where the contact form delivers any. */
export function useSections() {
  const [hasInbox, setHasInbox] = useState(false)
  useEffect(() => {
    browserApi.getContactSettings().then(
      ({ delivery }) => setHasInbox(delivery === 'inbox'),
      // The page that is open reports that the server can't be reached.
      () => undefined,
    )
  }, [])
  return SECTIONS.filter(({ to }) => hasInbox || to !== '/admin/messages')
}
