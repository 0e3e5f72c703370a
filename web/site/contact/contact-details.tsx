import type { ReactNode } from 'react'
import { contactLinks } from '#web/lib/contact-links.ts'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { useSite } from '#web/lib/site.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'

export function ContactDetails() {
  const { brand, contact, social } = useSite()
  const { phone, whatsapp, email } = contact
  const { phoneUrl, whatsappUrl, emailUrl } = contactLinks(contact)
  return (
    <>
      <dl className="grid gap-5 sm:max-lg:flex sm:max-lg:flex-wrap sm:max-lg:gap-x-12">
        <ContactMethod label="Phone" href={phoneUrl}>
          {phone}
        </ContactMethod>
        <ContactMethod label="WhatsApp" href={whatsappUrl}>
          {whatsapp}
        </ContactMethod>
        <ContactMethod label="Email" href={emailUrl}>
          {email}
        </ContactMethod>
      </dl>
      <h2 className="mt-10 text-title-md">Business hours</h2>
      <dl className="mt-3 border-rule border-t tabular-nums">
        {contact.hours.map(({ days, hours }) => (
          <div key={days} className="flex flex-wrap justify-between gap-x-6 border-rule border-b py-2.5">
            <dt>{days}</dt>
            <dd className="font-semibold">{hours}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        <SocialLinks links={social} of={brand.name} />
      </div>
    </>
  )
}

function ContactMethod({ label, href, children }: { label: string; href: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-base text-soft">{label}</dt>
      <dd>
        <a
          href={href}
          {...newTabIfExternal(href)}
          className="inline-flex min-h-11 items-center font-serif text-title-sm leading-tight decoration-lamp decoration-[1.5px] underline-offset-[0.3em] [overflow-wrap:anywhere] hover:underline"
        >
          {children}
        </a>
      </dd>
    </div>
  )
}
