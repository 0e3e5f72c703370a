import { Link } from 'react-router'

/** Title of an item as a link to the item's page. The title looks like a link only on hover. */
export function TitleLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="title-link">
      {children}
    </Link>
  )
}
