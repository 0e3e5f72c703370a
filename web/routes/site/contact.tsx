import { CONTACT_SUBJECTS, type ContactSubject } from '#contracts/site/contact-choices.ts'
import { contactArt } from '#site/art/contact-art.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { ContactDetails } from '#web/site/contact/contact-details.tsx'
import { ContactForm } from '#web/site/contact/contact-form.tsx'
import { readDelivery } from '#web/site/contact/read-delivery.ts'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Hero } from '#web/ui/hero.tsx'
import type { Route } from './+types/contact.ts'

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Contact',
    description: rootOf(args).site.headings.contact.lines.join(' '),
  })
}

const ABOUT_BIBLES: ContactSubject = 'Book Purchase'

async function load({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const params = new URL(request.url).searchParams
  // Without its texts, the form can still be used.
  const topic =
    params.get('about') === 'bibles'
      ? await api.readSection('wording').then(
          ({ bibles }) => bibles,
          () => undefined,
        )
      : undefined
  const wanted = topic ? ABOUT_BIBLES : params.get('subject')
  return { topic, subject: CONTACT_SUBJECTS.find((subject) => subject === wanted), delivery: readDelivery(api) }
}

export { load as clientLoader, load as loader }

export default function Contact({ loaderData: { topic, subject, delivery } }: Route.ComponentProps) {
  const heading = useSite().headings.contact
  return (
    <>
      <Hero {...heading} image={heading.image ?? contactArt} position="50% 74%" />
      <div className="wrap grid gap-x-20 gap-y-14 pt-6 pb-14 md:py-20 lg:grid-cols-[1.6fr_1fr]">
        <div>
          <h2 className="mb-3 text-title-md md:mb-7 md:text-title-2xl">{topic?.title ?? 'Send a message'}</h2>
          {topic?.text.map((paragraph) => (
            <p key={paragraph} className="mb-4 max-w-[38em]">
              {paragraph}
            </p>
          ))}
          <ContactForm delivery={delivery} subject={subject} message={topic && `${topic.message} `} />
        </div>
        <section aria-label="Other ways to reach us" className="lg:border-rule lg:border-l lg:pl-12">
          <ContactDetails />
        </section>
      </div>
    </>
  )
}
