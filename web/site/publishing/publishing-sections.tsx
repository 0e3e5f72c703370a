import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import { formatPrice } from '#contracts/shop/price.ts'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import type { PublishingSettings } from '#contracts/site/site-content.ts'
import { useSite } from '#web/lib/site.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'

/** Publishing services by production stage, in order. The names are always visible, and a service expands to its description. */
export function ServiceStages({ stages }: { stages: PublishingSettings['stages'] }) {
  return (
    <div className="grid gap-x-12 gap-y-10 md:grid-cols-3">
      {stages.map((stage, index) => (
        <section key={stage.title} aria-labelledby={`stage-${index}`}>
          <h3 id={`stage-${index}`} className="text-title-sm md:text-title-lg">
            {stage.title}
          </h3>
          <p className="mt-1.5 mb-4 max-w-[24em] text-soft md:min-h-[3em]">{stage.summary}</p>
          <ul className="divide-y divide-rule border-rule border-y">
            {stage.services.map((service) => (
              <li key={service.name}>
                <Disclosure title={service.name}>
                  <p className="pb-4 text-md text-soft leading-normal">{service.description}</p>
                </Disclosure>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Publishing packages side by side, with purpose, lowest price, duration and contents. */
export function Packages({ packages }: { packages: PublishingSettings['packages'] }) {
  return (
    <ul className="grid divide-y divide-rule md:grid-cols-3 md:divide-x md:divide-y-0">
      {packages.map((offer) => (
        <li key={offer.name} className="flex flex-col py-8 first:pt-0 md:px-7 md:py-0 md:last:pr-0 md:first:pl-0 lg:px-10">
          <h3 className="text-title-sm md:text-title-lg">{offer.name}</h3>
          <p className="mt-1 font-semibold text-lamp-deep tabular-nums">
            from {formatPrice(offer.from)} <span className="font-normal text-soft">· {offer.time}</span>
          </p>
          <p className="mt-3 text-md leading-normal">{offer.for}</p>
          <ul className="mt-5 grid gap-2.5 border-rule border-t pt-5">
            {offer.includes.map((line) => (
              <li key={line} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 text-md leading-snug">
                <Check aria-hidden className="mt-0.5 size-4.5 text-leaf" />
                {line}
              </li>
            ))}
          </ul>
          <p className="mt-5 text-base text-soft leading-snug">{offer.without}</p>
        </li>
      ))}
    </ul>
  )
}

/** Services that are also sold on their own, with prices. */
export function Extras({ extras }: { extras: PublishingSettings['apart'] }) {
  return (
    <section aria-labelledby="extras" className="mt-12 border-rule border-t pt-9">
      <h3 id="extras" className="text-title-sm">
        On its own, or on top
      </h3>
      <dl className="mt-4 grid gap-x-12 md:grid-cols-2">
        {extras.map(({ what, price, note }) => (
          <div key={what} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 border-rule border-b py-3">
            <dt className="font-semibold">{what}</dt>
            <dd className="font-semibold tabular-nums">{price}</dd>
            <dd className="col-span-2 text-base text-soft">{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Link to the PDF of the packages. */
export function PackagesDocument({ text }: { text: string }) {
  const { brand } = useSite()
  return (
    <div className="mt-12 flex flex-col gap-x-6 gap-y-3 border-rule border-t pt-9 sm:flex-row sm:items-center">
      <a href={PACKAGES_PATH} download={`${brand.name} publishing packages.pdf`} className={buttonClass({ variant: 'solid' })}>
        <Download aria-hidden className="size-5" />
        Download PDF
      </a>
      <p className="text-base text-soft">{text}</p>
    </div>
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
