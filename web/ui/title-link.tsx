import { Link } from 'react-router'

/** Title of an item as a link to its page. It looks like a link only on hover. */
export function TitleLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="title-link">
      {children}
    </Link>
  )
}
