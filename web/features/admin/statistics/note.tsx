import { timeName } from './periods.ts'

/** Explanation of what the figures count, displayed beside them. */
export function StatisticsNote({ from }: { from: string | null }) {
  return (
    <div className="mt-10 grid max-w-2xl gap-2 text-sm text-soft">
      <p>
        Nobody is followed: there is no cookie, and no address is stored. So a visitor who comes twice counts twice, and what was bought is
        set beside the page views of the same days, not of the same people. Bought are payments that stand; what was given back is left out.
      </p>
      <p>
        Robots and pages fetched ahead are left out as far as they can be told; one network adds at most 60 an hour to each figure of an
        item. Days are those of Zimbabwe{from && `; this view begins on ${timeName(from)}`}. Podcast apps are not counted, and the newest
        figures are some seconds old.
      </p>
    </div>
  )
}
