import { data } from 'react-router'
import { policies } from '#site/policies/policies.ts'
import type { Policy } from '#site/policies/policy-schema.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { readContactSettings } from '#web/lib/api/contact-settings.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { siteContext } from '#web/lib/site.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import type { Route } from './+types/policy.ts'

export function meta(args: Route.MetaArgs) {
  const { title = 'Not found', description = '' } = args.loaderData ?? {}
  return pageMeta(args, { title, description, hidden: !args.loaderData })
}

/** Loads a policy text. The route has several paths, and the content depends only on the path. */
export async function loader({ pattern, context }: Route.LoaderArgs) {
  const write = policies[pattern]
  if (!write) throw data(null, { status: 404 })
  const { brand, contact } = context.get(siteContext)
  const api = context.get(apiContext)
  const [texts, { refundDays }, settings] = await Promise.all([
    api.readSection('policies'),
    api.readSection('selling'),
    readContactSettings(api),
  ])
  return write({ brand, contact, texts, refundDays, ...settings })
}

/** Fetches the policy text only once: without a client loader, prefetching would load the data together with the code of the page. */
export function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader()
}

/** Policy page. In wide windows the title of each section is beside its text. */
export default function PolicyPage({ loaderData: { title, lead, changed, sections } }: Route.ComponentProps) {
  return (
    <article className="wrap pt-24 pb-20 md:pt-32 md:pb-28">
      <h1 className="text-headline">{title}</h1>
      <p className="mt-4 mb-12 max-w-[34em] text-soft md:mb-16 md:text-xl">{lead}</p>
      {sections.map((section) => (
        <PolicySection key={section.title} section={section} />
      ))}
      <p className="border-rule border-t pt-6 text-base text-soft">
        Last changed on <time dateTime={changed}>{formatDay(changed)}</time>.
      </p>
    </article>
  )
}

function PolicySection({ section: { title, paragraphs, list, facts } }: { section: Policy['sections'][number] }) {
  return (
    <section className="grid gap-x-14 gap-y-4 border-rule border-t py-8 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] md:py-10">
      <h2 className="text-title-md md:text-title-lg">{title}</h2>
      <div className="grid max-w-[38em] gap-5 [overflow-wrap:anywhere]">
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {list.length > 0 && (
          <ul className="grid list-disc gap-2.5 pl-5 marker:text-lamp">
            {list.map((point) => (
              <li key={point} className="pl-1">
                {point}
              </li>
            ))}
          </ul>
        )}
        {facts.length > 0 && (
          <dl className="grid gap-4">
            {facts.map(({ name, text, code }) => (
              <div key={name}>
                <dt className="font-semibold">{code ? <code className="font-mono text-[0.94em]">{name}</code> : name}</dt>
                <dd className="mt-0.5">{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}
