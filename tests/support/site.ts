import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { launchBrowser, openProfile, sharedBrowser } from './browser.ts'
import type { Catalogue } from './catalogue.ts'
import { ask, runApp, signIn } from './run-app.ts'
import { buildAuthorForm, buildBookForm, buildPodcastForm } from './sample-files.ts'
import { makeTempFolder } from './temp-folder.ts'
import { copyTemplate } from './template-copy.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

type SiteOptions = {
  /** Pattern of errors that the server may log */
  mayLog?: RegExp
  /** Uses a separate PostgreSQL and browser, for benchmarks and for tests that need the server as it is normally started */
  embedded?: boolean
  /** Folder and database to fill with a catalogue that other sites copy, or an existing catalogue to copy */
  catalogue?: { folder: string; database: string } | Catalogue
}

/**
 * Starts the server with an empty catalogue and a browser, and returns functions to publish. The database is on the shared PostgreSQL,
 * because a new PostgreSQL takes seconds to start. Book pages are rendered on demand, because rendering every page of each published book
 * takes more CPU time than most tests. Closing the site fails if the server logged an error or left a connection open.
 */
export async function openSite(settings: Record<string, string> = {}, { mayLog, embedded = false, catalogue }: SiteOptions = {}) {
  const known = catalogue && 'email' in catalogue ? catalogue : undefined
  const dataDir = catalogue && !known ? catalogue.folder : await makeTempFolder()
  // Hard links are safe because media files never change.
  if (known) await promisify(execFile)('cp', ['-al', `${known.folder}/.`, dataDir])
  const copy = embedded ? undefined : await copyTemplate(known ? { template: known.database } : { name: catalogue?.database })
  const database = copy && { DATABASE_URL: copy.url }
  const [app, browser]: [Awaited<ReturnType<typeof runApp>>, Browser] = await Promise.all([
    runApp(dataDir, { ...database, ...(embedded ? {} : { RENDITIONS: 'asked' }), ...settings }),
    embedded ? launchBrowser() : sharedBrowser(),
  ])
  const credentials = known ?? (await app.admin())
  const headers = await signIn(app.url, credentials)

  async function send<Item>(path: string, body: FormData): Promise<Item> {
    const response = await ask(`${app.url}/api${path}`, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json() as Promise<Item>
  }

  return {
    url: app.url,
    dataDir,
    /** Lines printed by the server so far */
    output: app.output,
    credentials,
    headers,
    profile: (viewport: { width: number; height: number }, options: Parameters<typeof openProfile>[3] = {}) =>
      openProfile(browser, viewport, app.url, options),
    browser,
    publishBook: async (changes: Parameters<typeof buildBookForm>[0] = {}) => send<Book>('/books', await buildBookForm(changes)),
    publishPodcast: async (changes: Parameters<typeof buildPodcastForm>[0] = {}) =>
      send<Podcast>('/podcasts', await buildPodcastForm(changes)),
    publishAuthor: async (changes: Parameters<typeof buildAuthorForm>[0] = {}) => send<Author>('/authors', await buildAuthorForm(changes)),
    remove: (path: string) => ask(`${app.url}/api${path}`, { method: 'DELETE', headers }),
    close: async () => {
      if (embedded) await browser.close()
      await app.stop()
      if (!catalogue || known) {
        await copy?.drop()
        await rm(dataDir, { recursive: true, force: true })
      }
      const errors = app.output.filter((line) => /"level":[56]0\b|^\w*Error\b/.test(line) && !mayLog?.test(line))
      if (errors.length > 0) throw new Error(`The product logged errors:\n${errors.join('\n')}`)
    },
  }
}
