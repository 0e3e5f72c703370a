import { Link } from 'react-router'

/** The title of an item as a link to its page. It looks like a title until it is pointed at. */
export function TitleLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="title-link">
      {children}
    </Link>
  )
}
