import { TextLink } from './text-link.tsx'

/** Says above the results of a search that they are those of another spelling, since the typed words have none. */
export function DidYouMean({ typed, meant, to }: { typed: string; meant: string; to: string }) {
  return (
    <p className="mb-5 [overflow-wrap:anywhere]">
      Nothing matches “{typed}”. Did you mean <TextLink to={to}>{meant}</TextLink>?
    </p>
  )
}
