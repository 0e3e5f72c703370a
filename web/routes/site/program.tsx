import type { CSSProperties } from 'react'
import { data, redirect } from 'react-router'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { Page } from '#contracts/common/list.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { programArt } from '#site/art/program-art.ts'
import { programColors } from '#site/art/program-colors.ts'
import { writeFilters } from '#web/catalogue/items/filters.ts'
import { useRememberedPages } from '#web/catalogue/items/use-remembered-pages.tsx'
import { PodcastGrid, PodcastGridLoading } from '#web/catalogue/podcasts/podcast-grid.tsx'
import { programSeriesData } from '#web/catalogue/podcasts/podcast-structured-data.ts'
import { apiContext } from '#web/lib/api/api.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { listOrEmpty } from '#web/lib/api/list-or-empty.ts'
import { withText } from '#web/lib/contact-links.ts'
import { rootOf, siteContext, useSite } from '#web/lib/site.tsx'
import { pageMeta } from '#web/site/layout/page-meta.ts'
import {
  NoEpisodes,
  ProgramDetails,
  ProgramEpisodes,
  ProgramIntro,
  ProgramInvitation,
  ProgramSession,
} from '#web/site/programs/program-sections.tsx'
import { serviceData } from '#web/site/programs/program-structured-data.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/program.ts'

const EPISODES_PER_PAGE = 12

export const handle = { hero: true }

export function meta(args: Route.MetaArgs) {
  const program = args.loaderData?.program
  if (!program) return pageMeta(args, { title: 'Not found', description: rootOf(args).site.brand.blurb, hidden: true })
  return pageMeta(args, {
    title: program.title,
    description: `${program.summary} Listen to the episodes, or talk with a coach.`,
    about:
      import.meta.env.SSR && ((origin) => [serviceData(program, origin), programSeriesData(program, rootOf(args).site.podcast, origin)]),
  })
}

async function load({ request, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const program = context.get(siteContext).programs.find(({ slug }) => slug === params.program.toLowerCase())
  if (!program) throw data(null, { status: 404 })
  if (program.slug !== params.program) throw redirect(`/programs/${program.slug}`, 308)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  const page = listOrEmpty(api.listPodcasts(query(program.categories, cursor)))
  const texts = await api.readProgram(program.slug)
  return { program, texts, image: api.toScene(texts.picture), cursor, page }
}

export { load as clientLoader, load as loader }

export default function ProgramPage({ loaderData: { program, texts, image, cursor, page } }: Route.ComponentProps) {
  const { slug } = program
  const chatLink = withText(useSite().contact.chatLink, `Hello! I would like to know more about ${program.title}.`)
  const address = `/programs/${slug}`
  const [lead = '', ...paragraphs] = texts.intro
  return (
    <div style={colorsOf(program)}>
      <Hero
        title={program.title}
        lines={texts.lines}
        image={image ?? programArt[slug]}
        position="50% 66%"
        primary={{ text: texts.invitation.button, to: chatLink }}
      />
      <ProgramIntro lead={lead} />
      <ProgramEpisodes all={`/podcasts${writeFilters({ q: '', category: program.categories[0] ?? '' })}`}>
        {cursor && (
          <p className="mb-8">
            <TextLink to={address}>Back to the first episodes</TextLink>
          </p>
        )}
        <Deferred key={slug} data={page} outline={<PodcastGridLoading narrow count={2} />}>
          {(first) => <Episodes key={cursor} program={program} first={first} />}
        </Deferred>
      </ProgramEpisodes>
      <ProgramDetails paragraphs={paragraphs} forWhom={texts.forWhom} />
      <ProgramSession steps={texts.session} />
      <ProgramInvitation {...texts.invitation} chatLink={chatLink} />
    </div>
  )
}

function Episodes({ program, first }: { program: Site['programs'][number]; first: Page<Podcast> }) {
  const { slug, categories } = program
  const address = `/programs/${slug}`
  const { items, more } = useRememberedPages(
    first,
    (next) => browserApi.listPodcasts(query(categories, next)),
    (next) => `${address}?cursor=${encodeURIComponent(next)}`,
  )
  return (
    <>
      {items.length === 0 ? <NoEpisodes /> : <PodcastGrid narrow podcasts={items} />}
      {more}
    </>
  )
}

/** Returns the colors of a program as CSS variables. */
function colorsOf({ slug, shades }: Site['programs'][number]) {
  const initial = programColors[slug]
  const { deep, mid, pale } = shades && shades.deep !== initial.deep ? shades : initial
  return { '--program-deep': deep, '--program-mid': mid, '--program-pale': pale } as CSSProperties
}

function query(categories: string[], cursor?: string) {
  return { category: categories.join(','), cursor, limit: EPISODES_PER_PAGE }
}
