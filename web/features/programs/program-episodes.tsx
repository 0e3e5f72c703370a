import Mic from 'lucide-react/icons/mic'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The program's shelf of episodes, on its own deep colour. */
export function ProgramEpisodes({ all, children }: { all: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby="episodes"
      className="on-dark bg-(--program-deep) bg-[linear-gradient(rgb(23_28_40/0.4),rgb(23_28_40/0.4))] py-14 text-moon md:py-22"
    >
      <div className="wrap">
        <SectionTitle light id="episodes" title="Listen" aside={<TextLink to={all}>All Episodes</TextLink>} />
        {children}
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
