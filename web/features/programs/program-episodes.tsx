import Mic from 'lucide-react/icons/mic'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The program's episodes, on the program's dark colour. */
export function ProgramEpisodes({ all, children }: { all: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="episodes"
      className="on-dark bg-(--program-deep) bg-[linear-gradient(rgb(23_28_40/0.4),rgb(23_28_40/0.4))] py-14 text-moon md:py-22"
    >
      <div className="wrap grid gap-x-14 lg:grid-cols-[1fr_2.2fr]">
        <div className="mb-9 self-start lg:sticky lg:top-28">
          <h2 id="episodes" className="text-title-xl md:text-title-3xl">
            Listen
          </h2>
          <p className="mt-3 mb-4 max-w-[30em] text-moon/85">
            Talks from this program, for the road and the kitchen. They play while you read on.
          </p>
          <TextLink to={all}>All Episodes</TextLink>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}

export function NoEpisodes() {
  return (
    <EmptyState icon={<Mic />} title="The first episodes are being prepared">
      <p className="text-moon">
        Until they are here, there is more to hear among <TextLink to="/podcasts">all our podcasts</TextLink>.
      </p>
    </EmptyState>
  )
}
