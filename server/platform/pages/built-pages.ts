import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { serveWhenBusy } from '#server/platform/http/guards/refuse-when-busy.ts'
import { setBound } from '#server/platform/http/route-bounds.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PageSource, PagesModule } from './render-page.ts'

/** Symbolic link to the folder of the latest build. */
const CURRENT_BUILD = join(import.meta.dirname, '../../../build/current')
/** Build folders with immutable files, whose names contain a hash or a version. */
const BUILT_FOLDERS = ['assets', 'pdfjs']
/** Headers that matter only for documents; on every script, font and style they would add ten kilobytes to a first visit. */
const DOCUMENT_HEADERS = [
  ...['content-security-policy', 'cross-origin-opener-policy', 'origin-agent-cluster', 'referrer-policy', 'x-dns-prefetch-control'],
  ...['permissions-policy', 'x-download-options', 'x-frame-options', 'x-permitted-cross-domain-policies', 'x-xss-protection'],
  'x-request-id',
]

export type BuiltPages = PagesModule & { folder: string }

/** Loads the built pages. This process continues with the resolved build folder, so a later build takes effect at the next start. */
export async function loadBuiltPages(): Promise<BuiltPages> {
  const folder = await realpath(CURRENT_BUILD).catch(() => {
    throw new Error('The pages are not built yet. Run: npm run build')
  })
  const { normalPath, renderPage }: Partial<PagesModule> = await import(join(folder, 'server/index.js'))
  // `node server/main.ts` does not build first, and the pages of an earlier version would fail on every request.
  if (!normalPath || !renderPage) throw new Error('The pages were built by another version. Run: npm run build')
  return { normalPath, renderPage, folder }
}

/** Serves the scripts, styles and fonts of a build. `workerPolicy` is the content security policy of web workers. */
export async function openBuild(app: App, built: BuiltPages, { workerPolicy }: { workerPolicy: string }): Promise<PageSource> {
  await app.register(async (files: App) => {
    setBound(files, { constant: 'one file' })
    // A page without its style or script is broken, so files are never refused before pages.
    serveWhenBusy(files)
    for (const [index, folder] of BUILT_FOLDERS.entries()) {
      await files.register(fastifyStatic, {
        root: join(built.folder, 'client', folder),
        prefix: `/${folder}/`,
        decorateReply: index === 0,
        preCompressed: true,
        cacheControl: false,
        // Built files are immutable, so clients never revalidate them.
        etag: false,
        lastModified: false,
        setHeaders: (reply, path) => {
          for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
          // The content security policy of a web worker is sent with its script.
          if (/\.worker[.-]/.test(path)) reply.header('content-security-policy', workerPolicy)
          reply.header('cache-control', 'public, max-age=31536000, immutable')
        },
      })
    }
  })
  return { loadPages: async () => built }
}
