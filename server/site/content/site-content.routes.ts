import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import { PAGE_SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import { SITE_EXPORT_BYTES, SiteExport, SiteImported } from '#contracts/site/site-export.ts'
import {
  EditedSection,
  PagePreview,
  PagePreviewRequest,
  SectionDraft,
  SectionState,
  SectionVersion,
} from '#contracts/site/site-sections.ts'
import { currentVisitor } from '#server/platform/concurrency/current-visitor.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { digest } from '#server/platform/digest.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import { notFound, unavailable } from '#server/platform/problems.ts'
import { cachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { PREVIEW_HEADERS, type ResponseCache } from '#server/platform/response-cache/response-cache.ts'
import type { LiveContent } from './live-content.ts'
import { writePackagesDocument } from './packages-document.ts'
import type { Previews } from './previews.ts'
import { SECTION_NAMES, type SiteContentService } from './site-content.service.ts'
import type { SiteTransfer } from './transfer-site.ts'

const tags = ['site']
/**
 * Size limit of a draft, which exceeds the longest valid policies, so that a text that is too long is refused with the name of its field.
 */
const DRAFT_BYTES = 16 * 1024 * 1024
/** Limits of typesetting, which takes a tenth of a second of the main thread. */
const TYPESETTING = { width: 1, maxWaiting: 100, maxWaitMs: 20_000, busy: 'Too many documents are being prepared' }
const MAX_DRAFTS = 4
/** Request headers with which pages are rendered as a whole, as for crawlers, since streamed parts need scripts. */
const WHOLE_DOCUMENT = { accept: 'text/html', 'user-agent': 'Lectern-preview-bot' }
/** Beginnings and ends of scripts, of their preloads, and of texts for browsers without scripts. */
const SCRIPTS = [
  ['<script', '</script>'],
  ['<noscript', '</noscript>'],
  ['<link rel="modulepreload"', '>'],
] as const
const headers = { 'content-type': 'application/json; charset=utf-8' }
const Section = z.object({ name: z.enum(SECTION_NAMES).meta({ description: 'Name of the section' }) })
const Publication = z.object({ sections: z.array(z.enum(SECTION_NAMES)).min(1) })
/** Sections with contact data or the sender of emails. Emails are sent in the name of the brand unless the section `mail` names a sender. */
const CONTACT_SECTIONS: SectionName[] = ['brand', 'contact', 'social', 'mail']
const json = (value: unknown) => cachedResponse({ headers, body: Buffer.from(JSON.stringify(value)) })

type TextDeps = { live: Pick<LiveContent, 'current'>; previews: Pick<Previews, 'contentFor'>; responseCache: ResponseCache }

/**
 * Registers the routes for texts that only a few pages need. Pages request these texts separately; texts of all pages are part of every
 * document.
 */
export function siteTextRoutes({ live, previews, responseCache }: TextDeps) {
  async function sendText(request: FastifyRequest, reply: FastifyReply, key: string, find: (content: SiteContent) => unknown) {
    const preview = await previews.contentFor(request)
    if (preview) return reply.headers(PREVIEW_HEADERS).send(find(preview.content))
    return responseCache.send(request, reply, key, await responseCache.obtain(key, async () => json(find(live.current()))))
  }

  return async (app: App) => {
    setBound(app, 'cached')
    app.get(
      '/site/texts/:name',
      {
        schema: {
          tags,
          summary: 'Get the texts of a page',
          params: z.object({ name: z.enum(PAGE_SECTIONS).meta({ description: 'Name of the section' }) }),
          response: { 200: z.unknown() },
        },
      },
      async (request, reply) => {
        const { name } = request.params
        return sendText(request, reply, `/site/texts/${name}`, (content) => content[name])
      },
    )

    app.get(
      '/site/programs/:slug',
      {
        schema: {
          tags,
          summary: 'Get the texts of a coaching program',
          params: z.object({ slug: z.string().max(100).meta({ description: 'Name of the program in its URL' }) }),
          response: { 200: z.unknown() },
          notes: { refuses: [404] },
        },
      },
      async (request, reply) => {
        // Every site has the same programs; only their texts are edited by the site owner.
        const { slug } = live.current().programs.find((program) => program.slug === request.params.slug) ?? {}
        if (!slug) throw notFound('program')
        return sendText(request, reply, `/site/programs/${slug}`, ({ programs }) => programs.find((program) => program.slug === slug))
      },
    )
  }
}

/** Typesets the packages document from the published texts on its first request after a change, or from the drafts in a preview. */
export function packagesRoutes({ live, previews, responseCache }: TextDeps) {
  const type = 'application/pdf'
  const inTurn = createFairQueue(TYPESETTING)
  const typeset = (content: SiteContent) => inTurn({ ...currentVisitor(), isGone: () => false }, () => writePackagesDocument(content))
  const write = async (content: SiteContent) => cachedResponse({ headers: { 'content-type': type }, body: await typeset(content) })
  /** Documents of previewed drafts, by their content */
  const drafts = new LRUCache<string, Promise<Buffer>>({ max: MAX_DRAFTS })

  function typesetDraft(content: SiteContent): Promise<Buffer> {
    const key = digest(JSON.stringify([content.brand, content.contact, content.publishing]))
    const found = drafts.get(key)
    if (found) return found
    const made = typeset(content)
    drafts.set(key, made)
    made.catch(() => drafts.delete(key))
    return made
  }

  return async (app: App) => {
    setBound(app, 'cached')
    app.get(PACKAGES_PATH, async (request, reply) => {
      const preview = await previews.contentFor(request)
      if (preview)
        return reply
          .headers(PREVIEW_HEADERS)
          .type(type)
          .send(await typesetDraft(preview.content))
      return responseCache.send(request, reply, PACKAGES_PATH, await responseCache.obtain(PACKAGES_PATH, () => write(live.current())))
    })
  }
}

export function siteSectionRoutes(content: SiteContentService, previews: Pick<Previews, 'withUnsaved'>) {
  return async (app: App) => {
    app.get(
      '/site/sections',
      { schema: { tags, summary: 'List the sections of the site', response: { 200: z.array(SectionState) } } },
      content.listStates,
    )

    app.get(
      '/site/sections/:name',
      { schema: { tags, summary: 'Get a section with its draft', params: Section, response: { 200: EditedSection } } },
      ({ params }) => content.get(params.name),
    )

    app.put(
      '/site/sections/:name/draft',
      {
        bodyLimit: DRAFT_BYTES,
        schema: {
          tags,
          summary: 'Save the draft of a section; 409 if somebody else saved another draft in the meantime',
          params: Section,
          body: SectionDraft,
          response: { 200: EditedSection },
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      ({ params, body, actor }) => content.saveDraft(params.name, body, actor),
    )

    app.post(
      '/site/sections/:name/page',
      {
        bodyLimit: DRAFT_BYTES,
        schema: {
          tags,
          summary: 'Render a page with unsaved content of a section and all drafts, as a document without scripts',
          params: Section,
          body: PagePreviewRequest,
          response: { 200: PagePreview },
          notes: { refuses: [404] },
        },
        config: { recentPassword: false },
      },
      async (request) => {
        const { name } = request.params
        const section = await content.complete(name, request.body.content)
        const page = await previews.withUnsaved({ [name]: section }, (headers) =>
          app.inject({ url: request.body.path, headers: { ...headers, ...WHOLE_DOCUMENT }, remoteAddress: request.ip }),
        )
        if (page.statusCode === 503) throw unavailable('Too many pages are being rendered right now', { retryAfterSeconds: 5 })
        if (!page.headers['content-type']?.toString().startsWith('text/html')) throw notFound('page')
        return { html: withoutScripts(page.body) }
      },
    )

    app.delete(
      '/site/sections/:name/draft',
      {
        schema: { tags, summary: 'Discard the draft of a section', params: Section, response: { 200: EditedSection } },
        config: { recentPassword: false },
      },
      ({ params }) => content.discardDraft(params.name),
    )

    app.post(
      '/site/publish',
      {
        schema: {
          tags,
          summary: 'Publish the drafts of sections, all or none of them',
          body: Publication,
          response: { 200: z.array(SectionState) },
          notes: { refuses: [409] },
        },
        config: { recentPassword: { when: publishesContact, condition: 'If it publishes contact data or the sender of emails' } },
      },
      ({ body, actor }) => content.publish(body.sections, actor),
    )

    app.get(
      '/site/sections/:name/versions',
      {
        schema: { tags, summary: 'List the published versions of a section', params: Section, response: { 200: z.array(SectionVersion) } },
      },
      ({ params }) => content.listVersions(params.name),
    )

    app.post(
      '/site/sections/:name/restore',
      {
        schema: {
          tags,
          summary: 'Restore a former version of a section as its draft',
          params: Section,
          body: z.object({ version: z.int().min(0) }),
          response: { 200: EditedSection },
          notes: { refuses: [404] },
        },
        config: { recentPassword: false },
      },
      ({ params, body, actor }) => content.restore(params.name, body.version, actor),
    )
  }
}

export function siteTransferRoutes({ exportSite, importSite }: SiteTransfer) {
  return async (app: App) => {
    app.get(
      '/site/export',
      { schema: { tags, summary: 'Export the published site with its pictures as one file', response: { 200: SiteExport } } },
      async (_request, reply) => {
        reply.header('content-disposition', 'attachment; filename="site.json"')
        return exportSite()
      },
    )

    app.post(
      '/site/import',
      {
        bodyLimit: SITE_EXPORT_BYTES,
        schema: {
          tags,
          summary: 'Import an exported site as drafts, all sections or none; 409 if one of them has a draft',
          body: z.unknown().meta({ description: 'Content of the exported file' }),
          response: { 200: SiteImported },
          notes: { refuses: [409] },
        },
        config: { recentPassword: false },
      },
      ({ body, actor }) => importSite(body, actor),
    )
  }
}

function withoutScripts(html: string): string {
  return SCRIPTS.reduce((rest, [start, end]) => {
    const [first = '', ...parts] = rest.split(start)
    return first + parts.map((part) => part.slice(part.indexOf(end) + end.length)).join('')
  }, html)
}

function publishesContact(body: unknown): boolean {
  return Publication.safeParse(body).data?.sections.some((name) => CONTACT_SECTIONS.includes(name)) ?? false
}
