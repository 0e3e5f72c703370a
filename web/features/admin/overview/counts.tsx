import { Link } from 'react-router'
import type { Overview } from '#contracts/overview.ts'

export function Counts({ counts }: { counts: Overview['counts'] }) {
  const entries = [
    { to: '/admin/books', label: 'Books', count: counts.books },
    { to: '/admin/authors', label: 'Authors', count: counts.authors },
    { to: '/admin/podcasts', label: 'Podcasts', count: counts.podcasts },
    { to: '/admin/accounts', label: 'Admin Accounts', count: counts.admins },
    ...(counts.unreadMessages === null ? [] : [{ to: '/admin/messages', label: 'Unread messages', count: counts.unreadMessages }]),
  ]
  return (
    <ul className="grid grid-cols-2 border-rule border-t border-l sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {entries.map(({ to, label, count }) => (
        <li key={to} className="border-rule border-r border-b">
          <Link to={to} className="block px-4 py-4 hover:bg-paper-2">
            <span className="block font-serif text-title-xl leading-none tabular-nums">{count.toLocaleString('en')}</span>
            <span className="mt-2 block text-base text-soft">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
