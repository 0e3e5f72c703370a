import { TextLink } from './text-link.tsx'

/** Notice above search results that these results belong to another spelling, since the typed words have no matches. */
export function DidYouMean({ typed, meant, to }: { typed: string; meant: string; to: string }) {
  return (
    <p className="mb-5 [overflow-wrap:anywhere]">
      Nothing matches “{typed}”. Did you mean <TextLink to={to}>{meant}</TextLink>?
    </p>
  )
}
