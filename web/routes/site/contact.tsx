import { CONTACT_SUBJECTS } from '#contracts/site/contact-choices.ts'
import { contactArt } from '#site/art/contact-art.ts'
import { contactTopics } from '#site/contact-topics.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { useSite } from '#web/lib/site.tsx'
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
    description: 'Write, call or send a WhatsApp message: about books, programs, publishing or anything else. Real people answer.',
  })
}

function load({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams
  const topic = contactTopics.find(({ slug }) => slug === params.get('about'))
  const wanted = topic?.subject ?? params.get('subject')
  return { topic, subject: CONTACT_SUBJECTS.find((subject) => subject === wanted), delivery: readDelivery(context.get(apiContext)) }
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
          <ContactForm delivery={delivery} subject={subject} message={topic?.message} />
        </div>
        <section aria-label="Other ways to reach us" className="lg:border-rule lg:border-l lg:pl-12">
          <ContactDetails />
        </section>
      </div>
    </>
  )
}
