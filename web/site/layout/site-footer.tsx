import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { type Currency, DEFAULT_CURRENCY } from '#contracts/shop/price.ts'
import { classNames } from '#web/lib/class-names.ts'
import { contactLinks } from '#web/lib/contact-links.ts'
import { useCurrency, writeCurrency } from '#web/lib/currency.ts'
import { useSite } from '#web/lib/site.tsx'
import { toast } from '#web/lib/toast.ts'
import { SocialLinks } from '#web/ui/social-links.tsx'
import { Brand } from './brand.tsx'
import { founderLink, linksAfterPrograms, linksBeforePrograms, policyLinks, programLinks, purchasesLink, shelfLink } from './links.ts'

/** Site footer. `year` comes from the server, so that hydration does not fail when the year changes. */
export function SiteFooter({ year }: { year: number }) {
  const site = useSite()
  const { phoneUrl, emailUrl } = contactLinks(site.contact)
  return (
    <footer className="border-rule border-t bg-paper text-md">
      <div className="wrap grid gap-x-8 gap-y-4 pt-8 pb-3 max-sm:text-base md:gap-y-8 md:pt-14 md:pb-10 md:max-lg:grid-cols-[1.5fr_1.2fr_fit-content(14rem)] lg:grid-cols-[1.3fr_1.5fr_1.3fr_1fr]">
        <div className="flex flex-wrap items-center justify-between gap-x-2 max-lg:col-span-full lg:block">
          <Brand />
          <p className="mt-1 text-soft max-md:mb-1 max-lg:order-last max-lg:w-full lg:mt-4 lg:mb-5">{site.brand.blurb}</p>
          <SocialLinks links={site.social} of={site.brand.name} />
        </div>
        <Column title="Quick Links">
          <LinkList
            className="md:columns-2 *:break-inside-avoid"
            links={[...linksBeforePrograms, founderLink(site), ...linksAfterPrograms, purchasesLink, shelfLink]}
          />
        </Column>
        <Column title="Our Programs">
          <LinkList links={programLinks(site)} />
        </Column>
        <Column title="Contact Us">
          <ul className="gap-x-4 max-md:flex max-md:flex-wrap md:mb-2">
            <li>
              <a href={phoneUrl} className={LINK}>
                {site.contact.phone}
              </a>
            </li>
            <li>
              <a href={emailUrl} className={LINK}>
                {site.contact.email}
              </a>
            </li>
          </ul>
          <CurrencySelect />
        </Column>
      </div>
      <div className="wrap">
        <div className="flex flex-wrap items-center gap-x-8 border-rule border-t pt-3 pb-1 text-base text-soft md:py-3">
          <p className="mr-auto">
            © {year} {site.brand.name}. All rights reserved.
          </p>
          <LinkList className="md:flex" links={policyLinks} />
        </div>
      </div>
    </footer>
  )
}

const LINK =
  'inline-flex min-h-11 min-w-11 items-center py-1.5 leading-snug decoration-lamp decoration-[1.5px] underline-offset-4 hover:underline [overflow-wrap:anywhere]'

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="md:mb-1 font-medium text-title-sm">{title}</h2>
      {children}
    </div>
  )
}

function LinkList({ links, className }: { links: { to: string; text: string }[]; className?: string }) {
  return (
    <ul className={classNames('gap-x-4 max-md:flex max-md:flex-wrap md:gap-x-6', className)}>
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} className={LINK}>
            {link.text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CurrencySelect() {
  const currency = useCurrency()
  const { currencies, currencyNames } = useSite()
  const noteId = useId()
  function choose(value: Currency) {
    const stored = writeCurrency(value)
    toast.success(`Currency changed to ${currencyNames[value]}`)
    if (!stored) toast('This browser can’t save settings, so the currency applies to this visit only.', { id: 'currency-unstored' })
  }
  if (currencies.length < 2) return null
  return (
    <div className="noscript:hidden">
      <label className="inline-flex items-center gap-3">
        <span>Currency</span>
        <select
          value={currency}
          aria-describedby={currency === DEFAULT_CURRENCY ? undefined : noteId}
          onChange={(event) => choose(event.target.value as Currency)}
          className="select-arrow min-h-11 rounded-control border border-edge bg-white pr-9 pl-3 font-semibold text-base"
        >
          {currencies.map((code) => (
            <option key={code} value={code}>
              {currencyNames[code]}
            </option>
          ))}
        </select>
      </label>
      {currency !== DEFAULT_CURRENCY && (
        <p id={noteId} className="mt-2 max-w-[24em] text-base text-soft leading-snug">
          Prices are in US dollars. The checkout shows the amount in {currencyNames[currency]}, or says that you can’t pay in{' '}
          {currencyNames[currency]} right now.
        </p>
      )}
    </div>
  )
}
