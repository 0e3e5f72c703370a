import { SectionTitle } from '#web/ui/section-title.tsx'

/** What a program is about, and beside it whom it is for. */
export function ProgramIntro({ intro: [lead, ...rest], forWhom }: { intro: string[]; forWhom: string[] }) {
  return (
    <section aria-label="About the program" className="wrap grid gap-x-20 gap-y-14 py-14 md:py-22 lg:grid-cols-[1.55fr_1fr]">
      <div className="max-w-[38em]">
        <span aria-hidden className="mb-7 block h-1 w-16 rounded-full bg-(--program-mid)" />
        <p className="font-serif text-title-md leading-snug tracking-title md:text-title-lg">{lead}</p>
        {rest.map((paragraph) => (
          <p key={paragraph} className="mt-6 md:text-xl md:leading-relaxed">
            {paragraph}
          </p>
        ))}
      </div>
      <aside aria-labelledby="for-whom" className="self-start lg:pt-9">
        <h2 id="for-whom" className="text-title-lg">
          Who it is for
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

/** How a session goes, in its three steps. */
export function ProgramSession({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <section aria-labelledby="session" className="bg-paper-2 py-14 md:py-22">
      <div className="wrap">
        <SectionTitle id="session" title="What a session looks like" />
        <ol className="grid gap-x-9 gap-y-9 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-rule border-t pt-6">
              <span aria-hidden className="font-display text-(--program-mid) text-title-3xl leading-none tabular-nums">
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
