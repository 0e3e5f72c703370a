import Download from 'lucide-react/icons/download'
import { formatPrice } from '#contracts/shop/price.ts'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import type { PublishingSettings } from '#contracts/site/site-content.ts'
import { useSite } from '#web/lib/site.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Publishing services by production stage, in order: the title of each stage beside its services. */
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
            <h3 id={`stage-${index}`} className="text-title-sm md:text-title-xl">
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

/** Publishing packages with purpose and lowest price; the linked PDF contains the details. */
export function Packages({ packages }: { packages: PublishingSettings['packages'] }) {
  const { brand } = useSite()
  return (
    <>
      <ul className="grid divide-y divide-rule md:grid-cols-3 md:divide-x md:divide-y-0">
        {packages.map((offer) => (
          <li key={offer.name} className="py-7 first:pt-0 md:px-7 md:py-0 md:last:pr-0 md:first:pl-0 lg:px-10">
            <h3 className="text-title-lg">{offer.name}</h3>
            <p className="mt-1 font-semibold text-lamp-deep tabular-nums">from {formatPrice(offer.from)}</p>
            <p className="mt-3 text-md text-soft leading-normal">{offer.for}</p>
            <p className="mt-3 text-md text-soft leading-normal">{offer.time}.</p>
          </li>
        ))}
      </ul>
      <div className="mt-10 flex flex-col gap-x-6 gap-y-3 sm:flex-row sm:items-center">
        <a href={PACKAGES_PATH} download={`${brand.name} publishing packages.pdf`} className={buttonClass({ variant: 'solid' })}>
          <Download aria-hidden className="size-5" />
          Download PDF
        </a>
        <p className="text-base text-soft">All three packages, what each includes, and how it works.</p>
      </div>
    </>
  )
}

export function Steps({ steps }: { steps: PublishingSettings['steps'] }) {
  return (
    <ol className="grid gap-x-9 gap-y-9 sm:grid-cols-2 lg:grid-cols-5">
      {steps.map((step, index) => (
        <li key={step.title} className="border-night-rule border-t pt-5">
          <span aria-hidden className="font-serif text-title-lg text-lamp-2 leading-none">
            {index + 1}
          </span>
          <h3 className="mt-3 text-title-sm">{step.title}</h3>
          <p className="mt-2 text-md text-haze leading-normal">{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
