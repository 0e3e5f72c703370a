import type { PublishingSettings } from '#site/schema.ts'

/** The services in the order of a book's life: a stage's title beside what is done in it. */
export function ServiceStages({ stages }: { stages: PublishingSettings['stages'] }) {
  return (
    <div className="grid gap-y-14 md:gap-y-20">
      {stages.map((stage, index) => (
        <section
          key={stage.title}
          aria-labelledby={`stage-${index}`}
          className="grid gap-x-14 gap-y-6 border-rule border-t pt-7 lg:grid-cols-[1fr_2.1fr]"
        >
          <div>
            <h3 id={`stage-${index}`} className="text-title-lg md:text-title-xl">
              {stage.title}
            </h3>
            <p className="mt-2 max-w-[24em] text-soft">{stage.summary}</p>
          </div>
          <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
            {stage.services.map((service) => (
              <li key={service.name}>
                <h4 className="font-medium font-serif text-title-sm leading-tight tracking-title">{service.name}</h4>
                <p className="mt-2 text-md text-soft leading-normal">{service.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
