import { contactLinks } from '#web/lib/contact-links.ts'
import { newTabIfExternal } from '#web/lib/external-link.ts'
import { useSite } from '#web/lib/site.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

/** Section that invites new authors to contact the publisher by phone or WhatsApp. */
export function PublishingCall() {
  const { contact, wording } = useSite()
  const { phone, whatsapp } = contact
  const { phoneUrl, whatsappUrl } = contactLinks(contact)
  return (
    <section aria-labelledby="publish-with-us" className="on-dark bg-night py-14 text-moon md:py-20">
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[1.15fr_1fr] lg:items-center">
        <div>
          <h2 id="publish-with-us" className="text-title-md md:text-title-3xl">
            {wording.authors.call}
          </h2>
          <p className="mt-4 max-w-[34em] text-haze md:text-xl">{wording.authors.callText}</p>
        </div>
        <div className="lg:justify-self-end">
          <dl className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
            <ContactMethod label="Phone" number={phone} href={phoneUrl} />
            <ContactMethod label="WhatsApp" number={whatsapp} href={whatsappUrl} />
          </dl>
          <ButtonLink to="/publishing" className="mt-7 max-sm:w-full">
            {wording.authors.callButton}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

function ContactMethod({ label, number, href }: { label: string; number: string; href: string }) {
  return (
    <div>
      <dt className="text-base text-haze">{label}</dt>
      <dd>
        <a
          href={href}
          {...newTabIfExternal(href)}
          className="inline-flex min-h-11 items-center font-serif text-title-md sm:whitespace-nowrap decoration-lamp-2 decoration-[1.5px] underline-offset-[0.3em] hover:underline"
        >
          {number}
        </a>
      </dd>
    </div>
  )
}
