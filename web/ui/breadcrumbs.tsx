import { Link } from 'react-router'

export type Crumb = { to: string; text: string }

/** Breadcrumb: links to the page's parent pages. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center text-base text-soft">
        {crumbs.map(({ to, text }) => (
          <li key={to} className="flex items-center after:mx-2 after:text-edge after:content-['/'] last:after:hidden">
            <Link
              to={to}
              className="inline-flex min-h-11 items-center decoration-[1.5px] underline-offset-4 hover:text-ink hover:underline"
            >
              {text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
