import Download from 'lucide-react/icons/download'
import { formatPrice } from '#contracts/price.ts'
import packagesFacts from '#site/files/publishing-packages.json'
import packagesPdf from '#site/files/publishing-packages.pdf?url'
import type { PublishingSettings } from '#site/schema.ts'
import { site } from '#site/site.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** What each package is for and where its price begins; the document has the rest. */
export function Packages({ packages }: { packages: PublishingSettings['packages'] }) {
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
        <a href={packagesPdf} download={`${site.brand.name} publishing packages.pdf`} className={buttonClass({ variant: 'solid' })}>
          <Download aria-hidden className="size-5" />
          Download PDF
        </a>
        <p className="text-base text-soft">
          All three packages, what is in each and how it goes: {packagesFacts.pages} pages, {Math.ceil(packagesFacts.bytes / 1000)} KB.
        </p>
      </div>
    </>
  )
}
