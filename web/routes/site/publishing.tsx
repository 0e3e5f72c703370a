import { publishingArt } from '#site/art/publishing-art.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { contactLinks, withText } from '#web/lib/contact-links.ts'
import { rootOf, useSite } from '#web/lib/site.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import { Extras, Packages, PackagesDocument, ServiceStages, Steps } from '#web/site/publishing/publishing-sections.tsx'
import { publishingData } from '#web/site/publishing/publishing-structured-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { SectionTitle } from '#web/ui/section-title.tsx'
import type { Route } from './+types/publishing.ts'

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Publishing',
    description: rootOf(args).site.headings.publishing.lines.join(' '),
    about: import.meta.env.SSR && ((origin) => (args.loaderData ? [publishingData(args.loaderData.publishing, origin)] : [])),
  })
}

async function load({ context }: Route.LoaderArgs) {
  return { publishing: await context.get(apiContext).readSection('publishing') }
}

export { load as clientLoader, load as loader }

export default function Publishing({ loaderData: { publishing } }: Route.ComponentProps) {
  const { contact, headings } = useSite()
  const heading = headings.publishing
  const titles = publishing.headings
  return (
    <>
      <Hero {...heading} image={heading.image ?? publishingArt} primary={{ text: titles.button, to: '/contact?subject=Publishing' }} />
      <section aria-labelledby="packages" className="wrap py-14 md:py-22">
        <SectionTitle id="packages" title={titles.packages} subtitle={titles.packagesText} />
        <Packages packages={publishing.packages} />
        <Extras extras={publishing.apart} />
      </section>
      <section aria-labelledby="how-it-goes" className="on-dark bg-night py-14 text-moon md:py-22">
        <div className="wrap">
          <SectionTitle light id="how-it-goes" title={titles.steps} />
          <Steps steps={publishing.steps} />
          <div className="mt-12 flex flex-col gap-3.5 border-night-rule border-t pt-9 sm:flex-row">
            <ButtonLink to="/contact?subject=Publishing">{titles.button}</ButtonLink>
            <ButtonLink to={withText(contactLinks(contact).whatsappUrl, 'Hello! I would like to publish a book.')} variant="outline-light">
              WhatsApp {contact.whatsapp}
            </ButtonLink>
          </div>
        </div>
      </section>
      <section aria-labelledby="services" className="border-rule border-b bg-paper-2 py-14 md:py-22">
        <div className="wrap">
          <SectionTitle id="services" title={titles.services} subtitle={titles.servicesText} />
          <ServiceStages stages={publishing.stages} />
        </div>
      </section>
      <section aria-labelledby="promises" className="wrap py-14 md:py-22">
        <h2 id="promises" className="sr-only">
          What we promise
        </h2>
        <ul className="grid gap-x-14 gap-y-8 md:grid-cols-3">
          {publishing.promises.map((promise) => (
            <li key={promise.title}>
              <h3 className="text-title-md">{promise.title}</h3>
              <p className="mt-2 text-soft">{promise.text}</p>
            </li>
          ))}
        </ul>
        <PackagesDocument text={titles.document} />
      </section>
    </>
  )
}
