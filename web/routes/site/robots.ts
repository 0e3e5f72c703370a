import type { Route } from './+types/robots.ts'

/**
 * Excludes crawlers from pages of single visitors and administrators, and from the API; covers and transcripts may be indexed. Feeds and
 * sitemaps are not below these paths.
 */
export function loader({ request }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /checkout',
    'Disallow: /sandbox-gateway',
    'Disallow: /api',
    'Allow: /api/media/',
    'Allow: /api/podcasts/*/transcript',
    '',
    `Sitemap: ${new URL(request.url).origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
