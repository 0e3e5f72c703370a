import MessageCircle from 'lucide-react/icons/message-circle'
import Mic from 'lucide-react/icons/mic'
import type { ReactNode } from 'react'
import { useSite } from '#web/lib/site.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** First paragraph of a program's introduction. It is short, so that the episodes below are partly visible on a phone's first screen. */
export function ProgramIntro({ lead }: { lead: string }) {
  return (
    <section aria-label="About the program" className="wrap pt-5 pb-7 md:py-22">
      <span aria-hidden className="mb-7 hidden h-1 w-16 rounded-full bg-(--program-mid) md:block" />
      <p className="max-w-[32em] md:font-serif md:text-title-lg md:leading-snug md:tracking-title lg:text-title-xl">{lead}</p>
    </section>
  )
}

export function ProgramDetails({ paragraphs, forWhom }: { paragraphs: string[]; forWhom: string[] }) {
  return (
    <section aria-label="More about the program" className="wrap grid gap-x-20 gap-y-14 py-14 md:py-22 lg:grid-cols-[1.55fr_1fr]">
      <div className="max-w-[38em]">
        {paragraphs.map((paragraph) => (
          <p key={paragraph} className="not-first:mt-6 md:text-xl md:leading-relaxed">
            {paragraph}
          </p>
        ))}
      </div>
      <aside aria-labelledby="for-whom" className="self-start">
        <h2 id="for-whom" className="text-title-lg">
          {useSite().wording.programs.forWhom}
        </h2>
        <ul className="mt-5 border-rule border-t">
          {forWhom.map((line) => (
            <li key={line} className="flex gap-4 text-pretty border-rule border-b py-4 leading-snug">
              <span aria-hidden className="mt-[0.5em] size-2 shrink-0 rounded-full bg-(--program-mid)" />
              {line}
            </li>
          ))}
        </ul>
      </aside>
    </section>
  )
}

export function ProgramSession({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <section aria-labelledby="session" className="bg-paper-2 py-14 md:py-22">
      <div className="wrap">
        <SectionTitle id="session" title={useSite().wording.programs.session} />
        <ol className="grid gap-x-9 gap-y-9 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-rule border-t pt-6">
              <span aria-hidden className="font-serif text-(--program-mid) text-title-3xl leading-none tabular-nums">
                {index + 1}
              </span>
              <h3 className="mt-4 text-title-md">{title}</h3>
              <p className="mt-2 max-w-[34em] text-soft leading-normal">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

export function ProgramEpisodes({ all, children }: { all: string; children: ReactNode }) {
  const { listen, listenText } = useSite().wording.programs
  return (
    <section
      aria-labelledby="episodes"
      className="on-dark bg-(--program-deep) bg-[linear-gradient(rgb(23_28_40/0.4),rgb(23_28_40/0.4))] pt-8 pb-14 text-moon md:py-22"
    >
      <div className="wrap grid gap-x-14 lg:grid-cols-[1fr_2.2fr]">
        <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 self-start md:mb-9 md:block lg:sticky lg:top-28">
          <h2 id="episodes" className="text-title-md md:text-title-3xl">
            {listen}
          </h2>
          <p className="mt-3 mb-4 hidden max-w-[30em] text-moon/85 md:block">{listenText}</p>
          <TextLink to={all}>All Episodes</TextLink>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}

export function NoEpisodes() {
  return (
    <EmptyState icon={<Mic />} title={useSite().wording.programs.empty}>
      <p className="text-moon">
        Until then, listen to <TextLink to="/podcasts">all our podcasts</TextLink>.
      </p>
    </EmptyState>
  )
}

export function ProgramInvitation({ title, text, button, chatLink }: { title: string; text: string; button: string; chatLink: string }) {
  return (
    <section aria-labelledby="invitation" className="bg-(--program-pale) py-16 md:py-24">
      <div className="wrap flex flex-col gap-x-16 gap-y-8 md:flex-row md:items-end md:justify-between">
        <div className="max-w-[36em]">
          <h2 id="invitation" className="text-(--program-deep) text-4xl md:text-title-4xl">
            {title}
          </h2>
          <p className="mt-4 md:text-xl md:leading-relaxed">{text}</p>
        </div>
        <ButtonLink to={chatLink} variant="solid" className="shrink-0 md:mb-2">
          <MessageCircle aria-hidden className="size-5" />
          {button}
        </ButtonLink>
      </div>
    </section>
  )
}
